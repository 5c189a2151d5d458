//! The care for a database: saving, looking for damage, mending.

use fukumi_database::Database;

use super::words::{message, shown};
use crate::engine::positions::Positions;

/// Largest number of faults that are reported.
const MAX_FAULTS: usize = 10;

/// Everything is written already.
pub(super) fn save(positions: &mut Positions) -> Vec<String> {
    let name = positions.used_path().map(|path| shown(&path)).unwrap_or_default();
    let start = format!("MESSAGE DATABASE SAVE START {name}");
    vec![start.trim_end().into(), "MESSAGE DATABASE SAVE DONE".into()]
}

/// Looks for damage.
pub(super) fn check(positions: &mut Positions) -> Vec<String> {
    let faults = match positions.reader() {
        Ok(Some(database)) => database.check(MAX_FAULTS),
        Ok(None) => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    match faults {
        Ok(faults) if faults.is_empty() => vec![message("the database: nothing is wrong")],
        Ok(faults) => {
            faults.iter().map(|fault| message(&format!("the database: {fault}"))).collect()
        }
        Err(error) => vec![message(&format!("the database: {error}"))],
    }
}

/// Repairs invalid rows, or removes them. A copy keeps what was there.
pub(super) fn repair(positions: &mut Positions) -> Vec<String> {
    let result = match positions.reader() {
        Ok(Some(_)) => positions.needed_writer().and_then(Database::repair),
        Ok(None) => Ok(None),
        Err(error) => Err(error),
    };
    let text = match result {
        Ok(None) => "nothing is wrong".into(),
        Ok(Some(repair)) => format!("{repair}; {} has all as it was", repair.copy.display()),
        Err(error) => error.to_string(),
    };
    vec![message(&format!("the database: {text}"))]
}

//! Where pictures and pages go: a file for one game, a folder for several.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::commands::writable;

/// Where to write something for each game.
pub(super) struct Target {
    path: PathBuf,
    ending: &'static str,
    is_folder: bool,
}

impl Target {
    /// Makes `path` a file if it is for one game only and is not a folder. Otherwise it is a
    /// folder, which is created if it does not exist. Fails if nothing can be written there, or if
    /// the file is one of the inputs, before the work of an hour is lost.
    pub(super) fn new(
        path: &Path,
        ending: &'static str,
        is_several: bool,
        inputs: &[String],
    ) -> anyhow::Result<Self> {
        let is_folder = is_several || path.is_dir();
        if is_folder {
            let name = path.display();
            if path.exists() && !path.is_dir() {
                bail!("{name} is a file, but several games take a folder");
            }
            let is_named_file = path.extension().is_some_and(|found| found == ending);
            if is_named_file && !path.is_dir() {
                let folder = path.with_extension("");
                let folder = folder.display();
                bail!(
                    "{name} is the name of a file, but several games take a folder, such as \
                     {folder}"
                );
            }
            fs::create_dir_all(path).with_context(|| format!("cannot make the folder {name}"))?;
            writable::ensure_folder(path)?;
        } else {
            writable::ensure_other(path, inputs)?;
        }
        Ok(Self { path: path.into(), ending, is_folder })
    }

    /// The folder, if the target is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.is_folder.then_some(&self.path)
    }

    /// The file for the game with this name.
    pub(super) fn file(&self, stem: &str) -> PathBuf {
        if self.is_folder {
            self.path.join(format!("{stem}.{}", self.ending))
        } else {
            self.path.clone()
        }
    }
}

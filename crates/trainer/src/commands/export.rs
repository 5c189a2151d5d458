//! `fukumi-train export`: networks as the engine reads them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use fukumi_trainer::export;
use fukumi_trainer::model::Params;

use super::{read, too_large};

/// Write a network, or the one of a checkpoint, as the engine reads it.
///
/// The search prunes and reduces moves by the odds that the policy gives them. Its parameters are
/// tuned for policies that learned from single moves. A policy that learned from shares of nodes
/// has flatter odds. --policy-scale multiplies the logarithms of the odds, so that such a network
/// fits these parameters.
///
/// A network that went on with few new samples forgets some of what it knew. --towards writes one
/// that lies between it and the network that it began with.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The network, or checkpoint.bin of a run.
    #[arg(long, value_name = "FILE")]
    network: PathBuf,

    /// What the logits of the policy are multiplied by.
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = scale)]
    policy_scale: f32,

    /// Another network, or checkpoint.bin of a run, of the same training: each number moves towards
    /// that of this one.
    #[arg(long, value_name = "FILE")]
    towards: Option<PathBuf>,

    /// How far the numbers move, as a share of the way.
    #[arg(long, value_name = "X", requires = "towards", value_parser = share)]
    #[arg(default_value_t = 0.5)]
    share: f32,

    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.1..=10.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.1 to 10".into()),
    }
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".into()),
    }
}

fn params(path: &Path) -> anyhow::Result<Params> {
    export::read(&read(path)?).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes the network.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut params = params(&arguments.network)?;
    if let Some(towards) = &arguments.towards {
        params.move_towards(&self::params(towards)?, arguments.share)?;
    }
    params.scale_policy(arguments.policy_scale);
    let (bytes, cut) = export::encode(&params);
    if cut > 0 {
        anstream::println!("{}", too_large(cut));
    }
    let out = &arguments.out;
    fs::write(out, bytes).with_context(|| format!("cannot write {}", out.display()))
}

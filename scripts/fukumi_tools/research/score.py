"""The scale of scores, which is that of the engine: `Score` in crates/core/src/score.rs."""

POINTS_PER_LOGIT = 200.0
"""Points of a score that raise the logit of the chance of winning by one."""

//! The commands by who needs them, as `--help` and the manual list them.

use std::fmt::Write as _;

use clap::Command;

/// Who needs which commands: first players, then programs and shells, at last developers.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Commands", &["play", "analyze", "solve", "explore", "database", "convert", "book"]),
    ("Commands for programs and shells", &["serve", "completions", "man"]),
    ("Commands for developers", &["bench", "datagen", "samples", "params"]),
];

/// The groups, each with its heading and those of its commands that the program has.
pub(crate) fn groups(program: &Command) -> Vec<(&'static str, Vec<&Command>)> {
    let of_group = |names: &[&str]| {
        names.iter().filter_map(|name| program.find_subcommand(name)).collect::<Vec<_>>()
    };
    GROUPS.into_iter().map(|(heading, names)| (heading, of_group(names))).collect()
}

/// Gives `--help` a section for each group.
pub(crate) fn with_groups(program: Command) -> Command {
    let mut sections = String::new();
    let (header, literal) = (program.get_styles().get_header(), program.get_styles().get_literal());
    let groups = groups(&program);
    let commands = groups.iter().flat_map(|(_, commands)| commands);
    let width = commands.map(|command| command.get_name().len()).max().unwrap_or(0);
    for (heading, commands) in groups {
        // Writing to a text cannot fail.
        let _ = writeln!(sections, "{header}{heading}:{header:#}");
        for command in commands {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            let _ = writeln!(sections, "  {literal}{name:width$}{literal:#}  {about}");
        }
        sections.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{sections}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    program.help_template(template)
}

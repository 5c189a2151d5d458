//! Which file of which crate uses which: there are no cycles, no imports from a layer above, and no
//! calls back into the ladder of strategies.
//!
//! The graph is read from the text: `use` declarations and paths such as `super::name` or
//! `module::name`. A path leads to the file that declares what it names: through re-exports, and
//! through imports of a folder's file that its parts see. Tests do not count, and neither does a
//! declaration or a re-export of a part, for a folder's file has to name its parts. But a part that
//! uses what the folder's file declares, while that file uses the part, is a cycle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use regex::Regex;

/// The crates: their names in code, and where their files are.
const CRATES: [(&str, &str); 13] = [
    ("fukumi_core", "crates/core/src"),
    ("fukumi_pictures", "crates/pictures/src"),
    ("fukumi_records", "crates/records/src"),
    ("fukumi_reports", "crates/reports/src"),
    ("fukumi_database", "crates/database/src"),
    ("fukumi_selfplay", "crates/selfplay/src"),
    ("fukumi_driver", "crates/driver/src"),
    ("fukumi_trainer", "crates/trainer/src"),
    ("fukumi_types", "crates/types/src"),
    ("fukumi_c", "bindings/c/src"),
    ("fukumi_python", "bindings/python/src"),
    ("fukumi_web", "bindings/web/wasm/src"),
    ("fukumi", "src"),
];

/// The modules of the core and of the program, and the other crates, from the bottom up. Each one
/// uses only what is in the layers below it.
const STOREYS: [&[&str]; 18] = [
    &["fukumi_core::clock", "fukumi_core::geometry", "fukumi_core::random", "fukumi_core::score"],
    &["fukumi_core::control", "fukumi_core::rule", "fukumi_core::zobrist"],
    &["fukumi_core::board"],
    &["fukumi_core::pattern"],
    &["fukumi_core::position"],
    &["fukumi_core::identity", "fukumi_core::opening", "fukumi_core::threat"],
    &["fukumi_core::eval", "fukumi_core::learning", "fukumi_core::solver"],
    &["fukumi_core::schema", "fukumi_core::search"],
    &["fukumi_core::book"],
    &["fukumi_core::decide"],
    &["fukumi_core::analysis", "fukumi_core::bench"],
    &["fukumi_core::embed"],
    &["fukumi_records", "fukumi_reports", "fukumi_types"],
    &["fukumi_database", "fukumi_pictures", "fukumi_selfplay"],
    &["fukumi::engine"],
    &["fukumi::protocol"],
    &["fukumi", "fukumi::commands", "fukumi_c", "fukumi_python", "fukumi_trainer", "fukumi_web"],
    &["fukumi_driver"],
];

/// Maximum number of re-exports from a path to what it names.
const MAX_STEPS: usize = 8;

/// The path of a module, with its crate: `["fukumi_core", "search", "node"]`.
type Module = Vec<String>;

/// The modules that each module uses, including its own ancestors.
#[derive(Clone, Default)]
struct Graph(BTreeMap<Module, BTreeSet<Module>>);

impl Graph {
    /// The graph of files, given as pairs of their path without `.rs`, which begins with the crate,
    /// and their text.
    fn new(files: &[(String, String)]) -> Self {
        let module = |path: &str| -> Module {
            let path = path.strip_suffix("/lib").or(path.strip_suffix("/main")).unwrap_or(path);
            path.split('/').map(String::from).collect()
        };
        let is_test = |path: &str| path.ends_with("tests") || path.ends_with("/testing");
        let known: BTreeSet<Module> = files.iter().map(|(path, _)| module(path)).collect();
        let sources = files.iter().filter(|(path, _)| !is_test(path));
        let sources = sources.map(|(path, text)| (module(path), Source::new(text))).collect();
        let crates = Crates { known, sources };
        let mut graph = Self::default();
        for (here, source) in &crates.sources {
            let mut used = crates.uses(here, source);
            used.remove(here);
            graph.0.entry(here.clone()).or_default().extend(used);
        }
        graph
    }

    /// The graph of all crates.
    fn of_crates() -> Self {
        let mut files = Vec::new();
        for (name, folder) in CRATES {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let before = files.len();
            collect(&root, &root, name, &mut files);
            assert!(files.len() > before, "the files of {folder}");
        }
        assert!(files.len() > 250, "{} files", files.len());
        Self::new(&files)
    }

    /// The modules of a cycle, with the first one repeated at the end, or `None` if there is no
    /// cycle.
    fn circle(&self) -> Option<Vec<String>> {
        let mut done = BTreeSet::new();
        self.0.keys().find_map(|start| self.circle_from(start, &mut Vec::new(), &mut done))
    }

    fn circle_from<'a>(
        &'a self,
        module: &'a Module,
        path: &mut Vec<&'a Module>,
        done: &mut BTreeSet<&'a Module>,
    ) -> Option<Vec<String>> {
        if let Some(start) = path.iter().position(|&before| before == module) {
            let circle = path[start..].iter().copied().chain([module]);
            return Some(circle.map(|module| module.join("::")).collect());
        }
        if !done.insert(module) {
            return None;
        }
        path.push(module);
        let mut used = self.0.get(module).into_iter().flatten();
        let found = used.find_map(|used| self.circle_from(used, path, done));
        path.pop();
        found
    }

    /// The imports that do not lead to a lower layer.
    fn upward(&self) -> Vec<String> {
        // The layer, and what it is a layer of: a module of the first rank or a crate.
        let storey = |module: &Module| {
            let names = [module[..module.len().min(2)].join("::"), module[0].clone()];
            let found = names.into_iter().find_map(|name| {
                let storey = STOREYS.iter().position(|storey| storey.contains(&name.as_str()))?;
                Some((storey, name))
            });
            found.unwrap_or_else(|| panic!("{} has no storey", module.join("::")))
        };
        let edges = self.0.iter().flat_map(|(user, all)| all.iter().map(move |used| (user, used)));
        edges
            .filter(|(user, used)| user.len() > 1 && !user.starts_with(used))
            .filter(|(user, used)| {
                let ((above, user), (below, used)) = (storey(user), storey(used));
                user != used && below >= above
            })
            .map(|(user, used)| format!("{} uses {}", user.join("::"), used.join("::")))
            .collect()
    }

    /// The parts of a module that use what the module's own file declares.
    fn callers_back(&self, name: &str) -> Vec<String> {
        let door = vec!["fukumi_core".to_string(), name.to_string()];
        let parts = self.0.iter().filter(|(user, _)| user.len() > 2 && user.starts_with(&door));
        parts.filter(|(_, used)| used.contains(&door)).map(|(user, _)| user.join("::")).collect()
    }
}

/// Collects all Rust files below `folder`, with their paths below `root` in the crate `name`.
fn collect(folder: &Path, root: &Path, name: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of a crate") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, root, name, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let below = path.strip_prefix(root).expect("below the root").with_extension("");
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let path_in_crate = format!("{name}/{}", parts.join("/"));
            files.push((path_in_crate, fs::read_to_string(&path).expect("a text")));
        }
    }
}

/// A `use` declaration of one path.
struct Use {
    path: String,
    /// The name that it has in the file.
    name: String,
    /// Whether other modules see the name.
    is_public: bool,
}

/// The text of a file, without comments and tests.
struct Source {
    uses: Vec<Use>,
    /// All but the declarations of other names and of parts.
    rest: String,
}

impl Source {
    fn new(text: &str) -> Self {
        let text = pattern(r"//[^\n]*").replace_all(text, "");
        // Where a name may be seen says nothing about what its file uses.
        let text = pattern(r"pub\(in [a-z_:]+\)").replace_all(&text, "pub");
        let tests = pattern(r"#\[cfg\((?:all\()?test[,)][^\n]*\nmod tests \{");
        let text = tests.split(&text).next().unwrap_or_default();
        let text = pattern(r"#\[cfg\(test\)\][ \n]*(pub |use )[^;{]*;").replace_all(text, "");
        let declaration = pattern(r"(?m)^ *(pub(?:\([a-z]+\))? )?use ([^;]*);");
        let declared = declaration.captures_iter(&text).flat_map(|captures| {
            let is_public = captures.get(1).is_some();
            branches(&captures[2]).into_iter().map(move |path| Use::new(&path, is_public))
        });
        let uses = declared.collect();
        let rest = declaration.replace_all(&text, "");
        let rest = pattern(r"(?m)^ *(pub(?:\([a-z]+\))? )?mod [a-z_0-9]+;").replace_all(&rest, "");
        Self { uses, rest: rest.into_owned() }
    }

    /// Whether the file itself uses the name, besides handing it on.
    fn has_word(&self, name: &str) -> bool {
        let mut words = self.rest.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == name)
    }
}

impl Use {
    fn new(path: &str, is_public: bool) -> Self {
        let (path, alias) = path.split_once(" as ").unwrap_or((path, ""));
        let path = path.trim().trim_end_matches("::self");
        let last = path.rsplit("::").next().unwrap_or_default();
        let name = if alias.is_empty() { last } else { alias };
        Self { path: path.into(), name: name.trim().into(), is_public }
    }
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

/// The files of all crates.
struct Crates {
    /// All modules, those of tests as well.
    known: BTreeSet<Module>,
    sources: BTreeMap<Module, Source>,
}

impl Crates {
    /// The modules that the module `here` uses.
    fn uses(&self, here: &Module, source: &Source) -> BTreeSet<Module> {
        let imported =
            source.uses.iter().filter(|own| !own.is_public || source.has_word(&own.name));
        let imported = imported.map(|own| own.path.as_str());
        let paths = pattern(r"(?-u:\b)[a-z_][A-Za-z0-9_]*(?:::[A-Za-z0-9_]+)+");
        let named = paths.find_iter(&source.rest).map(|found| found.as_str());
        imported.chain(named).filter_map(|path| self.resolve(here, path, MAX_STEPS)).collect()
    }

    /// The module that a path in the module `here` leads to, or that declares what it names; `None`
    /// if it is in a crate of others. `steps` is the number of re-exports that may be followed.
    fn resolve(&self, here: &Module, path: &str, steps: usize) -> Option<Module> {
        let parts: Vec<&str> = path.split("::").collect();
        let first = *parts.first()?;
        let below = |module: &Module, part: &str| [module.as_slice(), &[part.into()]].concat();
        let (mut module, begin) = match first {
            "crate" => (vec![here[0].clone()], 1),
            "self" => (here.clone(), 1),
            "super" => (here.clone(), 0),
            name if self.known.contains(&below(here, name)) => (here.clone(), 0),
            name if self.import(here, name).is_some_and(|own| own.path != name) => {
                (here.clone(), 0)
            }
            name if self.known.contains(&vec![name.to_string()]) => (vec![name.into()], 1),
            _ => return None,
        };
        for (index, part) in parts.iter().enumerate().skip(begin) {
            if *part == "super" {
                module.pop();
            } else if self.known.contains(&below(&module, part)) {
                module = below(&module, part);
            } else {
                let Some(import) = self.import(&module, part).filter(|_| steps > 0) else { break };
                let rest = parts[index + 1..].iter().map(|part| format!("::{part}"));
                let path = import.path.clone() + &rest.collect::<String>();
                // What comes from a crate of others is no file of ours.
                let found = self.resolve(&module, &path, steps - 1);
                return found.or_else(|| (index > begin || begin > 0).then_some(module));
            }
        }
        Some(module)
    }

    /// The declaration that gives a name to a module.
    fn import(&self, module: &Module, name: &str) -> Option<&Use> {
        self.sources.get(module)?.uses.iter().find(|own| own.name == name)
    }
}

/// The paths of a `use` declaration, without braces.
fn branches(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((stem, rest)) = tree.split_once('{') else { return vec![tree.to_string()] };
    let inner = rest.strip_suffix('}').expect("a closed brace");
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in inner.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("one at least").push(c);
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| branches(part)).map(|path| format!("{stem}{path}")).collect()
}

/// The graph of files of the core.
fn graph(files: &[(&str, &str)]) -> Graph {
    let file = |(path, text): &(&str, &str)| (format!("fukumi_core/{path}"), text.to_string());
    Graph::new(&files.iter().map(file).collect::<Vec<_>>())
}

/// The folders of the crates of the workspace, as its `Cargo.toml` lists them.
fn members() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let list = Regex::new(r"(?m)^members = \[([^\]]*)\]").expect("a pattern");
    let list = list.captures(&manifest).expect("a list of members");
    let members = list[1].split(',').map(|member| member.trim().trim_matches('"'));
    let folders = members.filter(|member| !member.is_empty()).flat_map(|member| {
        let Some(above) = member.strip_suffix("/*") else { return vec![member.to_string()] };
        let entries = fs::read_dir(root.join(above)).expect("a folder of crates");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        names.map(|name| format!("{above}/{}", name.to_string_lossy())).collect()
    });
    folders.filter(|folder| root.join(folder).join("Cargo.toml").exists()).collect()
}

#[test]
fn every_crate_of_the_workspace_is_looked_at() {
    let members = members();
    assert!(members.len() > 5, "{members:?}");
    for member in members {
        let sources = format!("{member}/src");
        assert!(CRATES.iter().any(|(_, folder)| *folder == sources), "{sources}");
    }
}

#[test]
fn files_make_no_circle() {
    assert_eq!(Graph::of_crates().circle(), None);
}

#[test]
fn nobody_imports_from_a_storey_above_or_beside() {
    assert_eq!(Graph::of_crates().upward(), Vec::<String>::new());
}

#[test]
fn no_strategy_calls_the_ladder() {
    let graph = Graph::of_crates();
    assert_eq!(graph.callers_back("decide"), Vec::<String>::new());
    let ladder = &graph.0[&["fukumi_core", "decide"].map(String::from).to_vec()];
    let is_used = |name: &str| ladder.iter().any(|used| used.join("::") == name);
    assert!(is_used("fukumi_core::decide::checkmate"), "{ladder:?}");
}

#[test]
fn a_circle_is_seen() {
    let circle = |second| {
        let first = "use super::second;\nfn f() { second::g() }";
        let files = [
            ("search", "mod first;\nmod second;"),
            ("search/first", first),
            ("search/second", second),
        ];
        graph(&files).circle()
    };
    assert_eq!(circle("use super::Depth;"), None);
    let names = ["first", "second", "first"].map(|name| format!("fukumi_core::search::{name}"));
    assert_eq!(circle("use super::{Depth, first::{f, h}};").unwrap(), names);
    assert_eq!(circle("fn g() { super::first::f() }").unwrap(), names);
    assert_eq!(circle("use crate::search;\nfn g() { search::first::f() }").unwrap(), names);
    assert_eq!(circle("pub(in super::first) fn g() {}"), None);
    assert_eq!(circle("// use super::first;\n#[cfg(test)]\nmod tests { use super::first; }"), None);
}

#[test]
fn a_circle_of_a_part_and_its_folder_is_seen() {
    let circle = |folder| {
        let part = "use super::Depth;\npub(super) fn f() {}";
        graph(&[("search", folder), ("search/part", part)]).circle()
    };
    assert_eq!(circle("mod part;\npub use part::f;\npub struct Depth;"), None);
    let names = ["search", "search::part", "search"].map(|name| format!("fukumi_core::{name}"));
    assert_eq!(circle("mod part;\npub struct Depth;\nfn g() { part::f() }").unwrap(), names);
    assert_eq!(
        circle("mod part;\npub use part::f;\nstruct Depth;\nfn g() { f() }").unwrap(),
        names
    );
}

#[test]
fn a_circle_through_a_re_export_is_seen() {
    let circle = |first| {
        let files = [
            ("search", "mod first;\nmod second;\npub use second::{Second, VERSION};"),
            ("search/first", first),
            ("search/second", "use super::first::First;\npub const VERSION: u8 = 1;"),
        ];
        graph(&files).circle()
    };
    let names = ["first", "second", "first"].map(|name| format!("fukumi_core::search::{name}"));
    assert_eq!(circle("pub struct First;"), None);
    assert_eq!(circle("use super::Second;\npub struct First;").unwrap(), names);
    assert_eq!(circle("use crate::search::Second as Other;\npub struct First;").unwrap(), names);
    assert_eq!(circle("pub struct First;\nfn f() -> u8 { super::VERSION }").unwrap(), names);
}

#[test]
fn an_import_from_above_is_seen() {
    let upward = |text: &str| {
        let files = [
            ("fukumi_core/board", text),
            ("fukumi_core/decide", ""),
            ("fukumi_core/lib", ""),
            ("fukumi_core/geometry", ""),
            ("fukumi/engine", text),
            ("fukumi/lib", ""),
            ("fukumi_records/lib", ""),
        ];
        Graph::new(&files.map(|(path, text)| (path.to_string(), text.to_string()))).upward()
    };
    assert_eq!(upward("use fukumi_core::geometry::Point;"), Vec::<String>::new());
    assert_eq!(
        upward("use fukumi_core::decide::Task;"),
        ["fukumi_core::board uses fukumi_core::decide"]
    );
    assert_eq!(upward("fn f() -> fukumi_core::decide::Task {}").len(), 1);
    assert_eq!(upward("use fukumi_records::Hints;"), ["fukumi_core::board uses fukumi_records"]);
    assert_eq!(upward("use fukumi::engine::Engine;"), ["fukumi_core::board uses fukumi::engine"]);
}

#[test]
fn a_call_back_into_the_ladder_is_seen() {
    let files =
        |text| graph(&[("decide", "mod book;\nfn f() { book::g() }"), ("decide/book", text)]);
    assert_eq!(files("use super::answer;").callers_back("decide"), ["fukumi_core::decide::book"]);
    assert!(files("use crate::book::Book;").callers_back("decide").is_empty());
}

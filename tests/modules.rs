//! Which file of `src` uses which: there are no cycles, no imports from a layer above, and no calls
//! back into the ladder of strategies.
//!
//! The graph is read from the text: `use` declarations and paths such as `super::name` or
//! `module::name`. Tests do not count. A file may use what the file of its own folder declares
//! (`search/node.rs` uses `search.rs`) without making a cycle, because the folder's file has to
//! name its parts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use regex::Regex;

/// The modules of the library, from the bottom up. Each module uses only modules of the layers
/// below it.
const STOREYS: [&[&str]; 13] = [
    &["clock", "geometry", "random", "score"],
    &["control", "rule", "zobrist"],
    &["board"],
    &["pattern"],
    &["position"],
    &["identity", "opening", "threat"],
    &["eval", "learning", "notation", "solver"],
    &["collection", "database", "search"],
    &["book"],
    &["decide"],
    &["engine"],
    &["analysis", "bench", "capi", "protocol", "selfplay"],
    &["main", "commands"],
];

/// The path of a module: `search::node` is `["search", "node"]`.
type Module = Vec<String>;

/// The modules that each module uses, including its own ancestors.
#[derive(Default)]
struct Graph(BTreeMap<Module, BTreeSet<Module>>);

impl Graph {
    /// The graph of files, given as pairs of their path below `src` without `.rs` and their text.
    fn new(files: &[(String, String)]) -> Self {
        let root = |path: &str| matches!(path, "lib" | "main");
        let module = |path: &str| -> Module { path.split('/').map(String::from).collect() };
        let is_test = |path: &str| path.ends_with("tests") || path == "testing";
        let known: BTreeSet<Module> =
            files.iter().filter(|(path, _)| !root(path)).map(|(path, _)| module(path)).collect();
        let mut graph = Self::default();
        for (path, text) in files.iter().filter(|(path, _)| path != "lib" && !is_test(path)) {
            let here = if root(path) { Module::new() } else { module(path) };
            let mut used = uses(&here, text, &known);
            used.remove(&here);
            graph.0.insert(module(path), used);
        }
        graph
    }

    /// The graph of the files in `src`.
    fn of_src() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        collect(&root, &root, &mut files);
        assert!(files.len() > 100, "the files of src");
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
        let used = self.0.get(module).into_iter().flatten();
        let found = used
            .filter(|used| !module.starts_with(used))
            .find_map(|used| self.circle_from(used, path, done));
        path.pop();
        found
    }

    /// The imports that do not lead to a lower layer.
    fn upward(&self) -> Vec<String> {
        let storey = |module: &Module| {
            let name = module.first().map_or("main", String::as_str);
            let storey = STOREYS.iter().position(|storey| storey.contains(&name));
            storey.unwrap_or_else(|| panic!("{name} has no storey"))
        };
        let is_upward = |user: &Module, used: &Module| {
            user.first() != used.first() && storey(used) >= storey(user)
        };
        let is_of_program = |module: &Module| storey(module) == STOREYS.len() - 1;
        let edges = self.0.iter().flat_map(|(user, all)| all.iter().map(move |used| (user, used)));
        edges
            .filter(|(user, used)| is_upward(user, used) && !is_of_program(user))
            .map(|(user, used)| format!("{} uses {}", user.join("::"), used.join("::")))
            .collect()
    }

    /// The parts of a module that use what the module's own file declares.
    fn callers_back(&self, name: &str) -> Vec<String> {
        let door = vec![name.to_string()];
        let parts = self.0.iter().filter(|(user, _)| user.len() > 1 && user[0] == name);
        parts.filter(|(_, used)| used.contains(&door)).map(|(user, _)| user.join("::")).collect()
    }
}

/// Collects all Rust files below `folder`, with their paths below `root`.
fn collect(folder: &Path, root: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of src") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, root, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).expect("below the root").with_extension("");
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            files.push((parts.join("/"), fs::read_to_string(&path).expect("a text")));
        }
    }
}

/// The modules that the text of the module `here` names.
fn uses(here: &Module, text: &str, known: &BTreeSet<Module>) -> BTreeSet<Module> {
    let pattern = |pattern| Regex::new(pattern).expect("a pattern");
    let text = pattern(r"//[^\n]*").replace_all(text, "");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let text = pattern(r"#\[cfg\(test\)\][ \n]*(pub |use )[^;{]*;").replace_all(text, "");
    let declaration = pattern(r"(?m)^ *(?:pub(?:\([a-z]+\))? )?use ([^;]*);");
    let mut found = BTreeSet::new();
    // Modules, by the names that they have in this text.
    let mut names: BTreeMap<String, Module> = BTreeMap::new();
    for captures in declaration.captures_iter(&text) {
        for path in branches(&captures[1]) {
            let (path, alias) = path.split_once(" as ").unwrap_or((&path, ""));
            let path = path.trim().trim_end_matches("::self");
            let Some(module) = resolve(here, path, known, &names) else { continue };
            let last = path.rsplit("::").next().unwrap_or_default();
            if module.last().is_some_and(|name| name == last) {
                let name = if alias.is_empty() { last } else { alias.trim() };
                names.insert(name.to_string(), module.clone());
            }
            found.insert(module);
        }
    }
    let rest = declaration.replace_all(&text, "");
    let paths = pattern(r"(?-u:\b)[a-z_][A-Za-z0-9_]*(?:::[A-Za-z0-9_]+)+");
    found.extend(paths.find_iter(&rest).filter_map(|m| resolve(here, m.as_str(), known, &names)));
    found
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

/// The module that a path in the module `here` leads to or lies in; `None` if it is in another
/// crate.
fn resolve(
    here: &Module,
    path: &str,
    known: &BTreeSet<Module>,
    names: &BTreeMap<String, Module>,
) -> Option<Module> {
    let mut parts = path.split("::").peekable();
    let first = *parts.peek()?;
    let mut module = match first {
        "crate" => Module::new(),
        "self" | "super" => here.clone(),
        name => match names.get(name) {
            Some(module) => module.clone(),
            None if known.contains(&[here.as_slice(), &[name.to_string()]].concat()) => {
                here.clone()
            }
            None => return None,
        },
    };
    if names.contains_key(first) || first == "crate" || first == "self" {
        parts.next();
    }
    for part in parts {
        if part == "super" {
            module.pop();
            continue;
        }
        let below = [module.as_slice(), &[part.to_string()]].concat();
        if !known.contains(&below) {
            break;
        }
        module = below;
    }
    Some(module)
}

fn graph(files: &[(&str, &str)]) -> Graph {
    let files: Vec<_> = files.iter().map(|(p, t)| (p.to_string(), t.to_string())).collect();
    Graph::new(&files)
}

#[test]
fn files_make_no_circle() {
    assert_eq!(Graph::of_src().circle(), None);
}

#[test]
fn nobody_imports_from_a_storey_above_or_beside() {
    assert_eq!(Graph::of_src().upward(), Vec::<String>::new());
}

#[test]
fn no_strategy_calls_the_ladder() {
    let graph = Graph::of_src();
    assert_eq!(graph.callers_back("decide"), Vec::<String>::new());
    let ladder = &graph.0[&vec!["decide".to_string()]];
    assert!(ladder.iter().any(|used| used.join("::") == "decide::checkmate"), "{ladder:?}");
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
    let names = ["search::first", "search::second", "search::first"];
    assert_eq!(circle("use super::{Depth, first::{f, h}};").unwrap(), names);
    assert_eq!(circle("fn g() { super::first::f() }").unwrap(), names);
    assert_eq!(circle("use crate::search;\nfn g() { search::first::f() }").unwrap(), names);
    assert_eq!(circle("// use super::first;\n#[cfg(test)]\nmod tests { use super::first; }"), None);
}

#[test]
fn an_import_from_above_is_seen() {
    let upward = |text| graph(&[("board", text), ("engine", ""), ("geometry", "")]).upward();
    assert_eq!(upward("use crate::geometry::Point;"), Vec::<String>::new());
    assert_eq!(upward("use crate::engine::Engine;"), ["board uses engine"]);
    assert_eq!(upward("fn f() -> crate::engine::Engine {}"), ["board uses engine"]);
}

#[test]
fn a_call_back_into_the_ladder_is_seen() {
    let files =
        |text| graph(&[("decide", "mod book;\nfn f() { book::g() }"), ("decide/book", text)]);
    assert_eq!(files("use super::answer;").callers_back("decide"), ["decide::book"]);
    assert!(files("use crate::book::Book;").callers_back("decide").is_empty());
}

//! Machine code and constants: of an executable, or of a kernel that was compiled a moment ago.

use std::collections::{BTreeMap, HashMap};

use object::elf;
use object::{
    Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionFlags,
};

use crate::layout;

/// Why a file cannot be scanned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// Not an object file.
    #[error(transparent)]
    Object(#[from] object::Error),
    /// Another machine or a file that is not linked.
    #[error("not a linked x86-64 ELF file")]
    Kind,
    /// A relocation whose meaning the scanner does not know.
    #[error("relocation of type {kind} at {address:#x}")]
    Relocation {
        /// Its ELF type.
        kind: u32,
        /// The address in the file.
        address: u64,
    },
}

/// Consecutive bytes.
struct Section {
    start: u64,
    bytes: Vec<u8>,
    /// Not written while the program runs.
    constant: bool,
}

/// What may be executed and read, at [`layout::IMAGE`].
pub struct Image {
    sections: Vec<Section>,
    functions: BTreeMap<u64, String>,
    symbols: HashMap<String, (u64, u64)>,
    imports: Vec<String>,
}

impl Image {
    /// Code that refers to nothing but itself.
    pub fn flat(name: &str, code: &[u8]) -> Image {
        let symbol = (layout::IMAGE, code.len() as u64);
        Image {
            sections: vec![Section {
                start: layout::IMAGE,
                bytes: code.to_vec(),
                constant: true,
            }],
            functions: [(layout::IMAGE, name.to_string())].into(),
            symbols: [(name.to_string(), symbol)].into(),
            imports: vec![],
        }
    }

    /// A linked executable or shared library, with its symbols.
    ///
    /// # Errors
    /// What is not such a file, and relocations that are not the linker's usual ones.
    pub fn parse(data: &[u8]) -> Result<Image, ImageError> {
        let file = object::File::parse(data)?;
        let linked = matches!(
            file.kind(),
            object::ObjectKind::Executable | object::ObjectKind::Dynamic
        );
        if file.architecture() != object::Architecture::X86_64 || !linked {
            return Err(ImageError::Kind);
        }
        let mut image = Image {
            sections: vec![],
            functions: BTreeMap::new(),
            symbols: HashMap::new(),
            imports: vec![],
        };
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else {
                return Err(ImageError::Kind);
            };
            if sh_flags & u64::from(elf::SHF_ALLOC) == 0 || sh_flags & u64::from(elf::SHF_TLS) != 0
            {
                continue;
            }
            // Written by the dynamic linker and by nobody afterwards.
            let relocated = [".got", ".got.plt", ".data.rel.ro"].contains(&section.name()?);
            let constant = relocated || sh_flags & u64::from(elf::SHF_WRITE) == 0;
            image.sections.push(Section {
                start: layout::IMAGE + section.address(),
                bytes: section.data()?.to_vec(),
                constant,
            });
        }
        for symbol in file.symbols().filter(|s| s.is_definition()) {
            let address = layout::IMAGE + symbol.address();
            let name = symbol.name()?.to_string();
            if symbol.kind() == object::SymbolKind::Text {
                image.functions.insert(address, name.clone());
            }
            image.symbols.insert(name, (address, symbol.size()));
        }
        for (address, relocation) in file.dynamic_relocations().into_iter().flatten() {
            let RelocationFlags::Elf { r_type } = relocation.flags() else {
                return Err(ImageError::Kind);
            };
            let addend = relocation.addend() as u64;
            let value = match (r_type, relocation.target()) {
                (elf::R_X86_64_RELATIVE, _) => layout::IMAGE.wrapping_add(addend),
                (
                    elf::R_X86_64_GLOB_DAT | elf::R_X86_64_JUMP_SLOT | elf::R_X86_64_64,
                    RelocationTarget::Symbol(index),
                ) => {
                    use object::ObjectSymbolTable;
                    let table = file.dynamic_symbol_table().ok_or(ImageError::Kind)?;
                    let symbol = table.symbol_by_index(index)?;
                    if symbol.is_definition() {
                        (layout::IMAGE + symbol.address()).wrapping_add(addend)
                    } else {
                        image.import(symbol.name()?)
                    }
                }
                // Offsets of thread-local variables: code that uses them is refused anyway.
                (elf::R_X86_64_TPOFF64 | elf::R_X86_64_DTPMOD64 | elf::R_X86_64_DTPOFF64, _) => {
                    continue;
                }
                (kind, _) => return Err(ImageError::Relocation { kind, address }),
            };
            image.patch(layout::IMAGE + address, value);
        }
        Ok(image)
    }

    fn import(&mut self, name: &str) -> u64 {
        let known = self.imports.iter().position(|n| n == name);
        let i = known.unwrap_or_else(|| {
            self.imports.push(name.to_string());
            self.imports.len() - 1
        });
        layout::IMPORTS + i as u64
    }

    fn patch(&mut self, address: u64, value: u64) {
        for section in &mut self.sections {
            let at = address.wrapping_sub(section.start) as usize;
            if let Some(bytes) = section.bytes.get_mut(at..at.saturating_add(8)) {
                bytes.copy_from_slice(&value.to_le_bytes());
            }
        }
    }

    /// The bytes from an address to the end of its section, where they never change.
    pub fn constants(&self, address: u64) -> Option<&[u8]> {
        self.sections.iter().find_map(|s| {
            let bytes = s.bytes.get(address.checked_sub(s.start)? as usize..)?;
            (s.constant && !bytes.is_empty()).then_some(bytes)
        })
    }

    /// The address and length of a symbol.
    pub fn symbol(&self, name: &str) -> Option<(u64, u64)> {
        self.symbols.get(name).copied()
    }

    /// The names of all symbols.
    pub fn symbols(&self) -> impl Iterator<Item = (&str, u64)> {
        self.symbols
            .iter()
            .map(|(name, (at, _))| (name.as_str(), *at))
    }

    /// The function that begins at an address.
    pub fn function(&self, address: u64) -> Option<&str> {
        self.functions.get(&address).map(String::as_str)
    }

    /// The function of another object that an address stands for.
    pub fn imported(&self, address: u64) -> Option<&str> {
        let i = address.checked_sub(layout::IMPORTS)?;
        self.imports.get(i as usize).map(String::as_str)
    }

    /// `function+offset` of an address.
    pub fn place(&self, address: u64) -> String {
        match self.functions.range(..=address).next_back() {
            Some((start, name)) => format!("{name}+{:#x}", address - start),
            None => format!("{:#x}", address.wrapping_sub(layout::IMAGE)),
        }
    }
}

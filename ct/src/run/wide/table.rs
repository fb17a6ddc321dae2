//! What vector instructions beyond SSE2 do, by their names.

use iced_x86::Mnemonic as M;

/// How a result comes from the operands.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// The last operand.
    Copy,
    /// The low bytes of the last operand, zeros above: `movd`, `movq`.
    Low(usize),
    /// `movss`, `movsd`: so many bytes, the rest of the second of three operands.
    Scalar(usize),
    /// `movhps`, `movlps` and their like: half of a register.
    Half {
        high: bool,
    },
    /// `movlhps`, `movhlps`.
    Halves {
        high: bool,
    },
    /// So many bytes again and again.
    Repeat(usize),
    /// A part of so many bytes put in, or taken out, at a place.
    Insert(usize),
    Extract(usize),
    /// Elements of so many bytes made longer or shorter.
    Extend {
        from: usize,
        to: usize,
        sign: bool,
    },
    Shorten {
        from: usize,
        to: usize,
    },
    /// Each byte of the result is a byte of the operands, by the immediate.
    Shuffle(Shuffle),
    /// Elements chosen by another operand.
    Choose(Choose),
    /// By bits.
    Bitwise(fn(u8, u8) -> u8),
    Ternary,
    /// One of two elements, by the mask.
    BlendMask,
    /// One of two bytes, elements, by the top bits of a fourth operand.
    BlendVector,
    /// A group of so many bytes depends on the same group of the operands; `old`: and of the old result.
    Lanes {
        group: usize,
        old: bool,
    },
    /// As `Lanes`, all by one distance: the low half of the last operand.
    Shift,
    /// As `Lanes`; ones of one register twice.
    Equal,
    /// To a mask.
    Compare,
    /// To flags.
    Test,
    /// To a general register.
    Signs,
    /// From a mask.
    Spread,
    /// Time depends on the operands.
    Variable,
    /// An address in each element.
    Gather,
}

#[derive(Clone, Copy)]
pub(super) enum Shuffle {
    /// Low or high elements of both operands in turn, in each 16 bytes.
    Unpack {
        element: usize,
        high: bool,
    },
    /// `pshufd`, `vpermilps`.
    Quarters,
    /// `vpermilpd`, a bit of the immediate an element.
    Eighths,
    /// `pshuflw`, `pshufhw`.
    Words {
        high: bool,
    },
    /// `shufps`, `shufpd`.
    BothQuarters,
    BothEighths,
    /// `vpermq`: elements of 8 bytes in each 32.
    Across,
    /// `vperm2i128`.
    Pair,
    /// `vshufi64x2`: elements of 16 bytes.
    Blocks,
    /// `valignq`, `valignd`.
    Align(usize),
    /// `palignr`: bytes in each 16.
    AlignBytes,
    /// `pslldq`, `psrldq`.
    ByteShift {
        left: bool,
    },
    /// `pblendw`, `vpblendd`: by bits of the immediate.
    Blend(usize),
    /// `movddup`, `movsldup`, `movshdup`.
    Double(usize, bool),
}

#[derive(Clone, Copy)]
pub(super) enum Choose {
    /// `pshufb`: bytes in each 16, or zero.
    Bytes,
    /// `vpermd` and its like: of one register.
    One(usize),
    /// `vpermi2q` (the index is the old result), `vpermt2q` (the first table is).
    Two { element: usize, index_is_old: bool },
    /// `vpermilps`, `vpermilpd`: in each 16 bytes.
    Local(usize),
}

/// Instructions of the legacy encoding, under the name with a V.
pub(super) fn with_vex(m: M) -> Option<M> {
    Some(match m {
        M::Pshufb => M::Vpshufb,
        M::Palignr => M::Vpalignr,
        M::Pinsrb => M::Vpinsrb,
        M::Pinsrd => M::Vpinsrd,
        M::Pinsrq => M::Vpinsrq,
        M::Pextrb => M::Vpextrb,
        M::Pextrd => M::Vpextrd,
        M::Pextrq => M::Vpextrq,
        M::Pblendw => M::Vpblendw,
        M::Blendps => M::Vblendps,
        M::Blendpd => M::Vblendpd,
        M::Ptest => M::Vptest,
        M::Pmovzxbw => M::Vpmovzxbw,
        M::Pmovzxbd => M::Vpmovzxbd,
        M::Pmovzxbq => M::Vpmovzxbq,
        M::Pmovzxwd => M::Vpmovzxwd,
        M::Pmovzxwq => M::Vpmovzxwq,
        M::Pmovzxdq => M::Vpmovzxdq,
        M::Pmovsxbw => M::Vpmovsxbw,
        M::Pmovsxbd => M::Vpmovsxbd,
        M::Pmovsxbq => M::Vpmovsxbq,
        M::Pmovsxwd => M::Vpmovsxwd,
        M::Pmovsxwq => M::Vpmovsxwq,
        M::Pmovsxdq => M::Vpmovsxdq,
        M::Pmulld => M::Vpmulld,
        M::Pmuldq => M::Vpmuldq,
        M::Pcmpeqq => M::Vpcmpeqq,
        M::Pcmpgtq => M::Vpcmpgtq,
        M::Pminud => M::Vpminud,
        M::Pmaxud => M::Vpmaxud,
        M::Pminsd => M::Vpminsd,
        M::Pmaxsd => M::Vpmaxsd,
        M::Pabsb => M::Vpabsb,
        M::Pabsw => M::Vpabsw,
        M::Pabsd => M::Vpabsd,
        M::Packusdw => M::Vpackusdw,
        M::Movddup => M::Vmovddup,
        M::Movshdup => M::Vmovshdup,
        M::Movsldup => M::Vmovsldup,
        M::Lddqu => M::Vlddqu,
        _ => return None,
    })
}

pub(super) fn kind(m: M) -> Option<Kind> {
    use self::Shuffle::*;
    use Kind::*;
    let unpack = |element, high| Shuffle(Unpack { element, high });
    let lanes = Lanes {
        group: 8,
        old: false,
    };
    let crossing = Lanes {
        group: 16,
        old: false,
    };
    Some(match m {
        M::Vmovups
        | M::Vmovaps
        | M::Vmovupd
        | M::Vmovapd
        | M::Vmovdqu
        | M::Vmovdqa
        | M::Vmovdqu8
        | M::Vmovdqu16
        | M::Vmovdqu32
        | M::Vmovdqu64
        | M::Vmovdqa32
        | M::Vmovdqa64
        | M::Vlddqu
        | M::Vmovntdq
        | M::Vmovntdqa
        | M::Vmovntps
        | M::Vmovntpd => Copy,
        M::Vmovd => Low(4),
        M::Vmovq => Low(8),
        M::Vmovss => Scalar(4),
        M::Vmovsd => Scalar(8),
        M::Vmovlps | M::Vmovlpd => Half { high: false },
        M::Vmovhps | M::Vmovhpd => Half { high: true },
        M::Vmovlhps => Halves { high: false },
        M::Vmovhlps => Halves { high: true },
        M::Vpbroadcastb => Repeat(1),
        M::Vpbroadcastw => Repeat(2),
        M::Vpbroadcastd | M::Vbroadcastss => Repeat(4),
        M::Vpbroadcastq | M::Vbroadcastsd | M::Vbroadcasti32x2 | M::Vbroadcastf32x2 => Repeat(8),
        M::Vbroadcasti128
        | M::Vbroadcastf128
        | M::Vbroadcasti32x4
        | M::Vbroadcastf32x4
        | M::Vbroadcasti64x2
        | M::Vbroadcastf64x2 => Repeat(16),
        M::Vbroadcasti64x4 | M::Vbroadcastf64x4 | M::Vbroadcasti32x8 | M::Vbroadcastf32x8 => {
            Repeat(32)
        }
        M::Vpinsrb => Insert(1),
        M::Vpinsrw => Insert(2),
        M::Vpinsrd => Insert(4),
        M::Vpinsrq => Insert(8),
        M::Vinserti128
        | M::Vinsertf128
        | M::Vinserti32x4
        | M::Vinsertf32x4
        | M::Vinserti64x2
        | M::Vinsertf64x2 => Insert(16),
        M::Vinserti64x4 | M::Vinsertf64x4 | M::Vinserti32x8 | M::Vinsertf32x8 => Insert(32),
        M::Vpextrb => Extract(1),
        M::Vpextrw => Extract(2),
        M::Vpextrd | M::Vextractps => Extract(4),
        M::Vpextrq => Extract(8),
        M::Vextracti128
        | M::Vextractf128
        | M::Vextracti32x4
        | M::Vextractf32x4
        | M::Vextracti64x2
        | M::Vextractf64x2 => Extract(16),
        M::Vextracti64x4 | M::Vextractf64x4 | M::Vextracti32x8 | M::Vextractf32x8 => Extract(32),
        M::Vpmovzxbw => Extend {
            from: 1,
            to: 2,
            sign: false,
        },
        M::Vpmovzxbd => Extend {
            from: 1,
            to: 4,
            sign: false,
        },
        M::Vpmovzxbq => Extend {
            from: 1,
            to: 8,
            sign: false,
        },
        M::Vpmovzxwd => Extend {
            from: 2,
            to: 4,
            sign: false,
        },
        M::Vpmovzxwq => Extend {
            from: 2,
            to: 8,
            sign: false,
        },
        M::Vpmovzxdq => Extend {
            from: 4,
            to: 8,
            sign: false,
        },
        M::Vpmovsxbw => Extend {
            from: 1,
            to: 2,
            sign: true,
        },
        M::Vpmovsxbd => Extend {
            from: 1,
            to: 4,
            sign: true,
        },
        M::Vpmovsxbq => Extend {
            from: 1,
            to: 8,
            sign: true,
        },
        M::Vpmovsxwd => Extend {
            from: 2,
            to: 4,
            sign: true,
        },
        M::Vpmovsxwq => Extend {
            from: 2,
            to: 8,
            sign: true,
        },
        M::Vpmovsxdq => Extend {
            from: 4,
            to: 8,
            sign: true,
        },
        M::Vpmovwb => Shorten { from: 2, to: 1 },
        M::Vpmovdb => Shorten { from: 4, to: 1 },
        M::Vpmovdw => Shorten { from: 4, to: 2 },
        M::Vpmovqb => Shorten { from: 8, to: 1 },
        M::Vpmovqw => Shorten { from: 8, to: 2 },
        M::Vpmovqd => Shorten { from: 8, to: 4 },
        M::Vpunpcklbw => unpack(1, false),
        M::Vpunpckhbw => unpack(1, true),
        M::Vpunpcklwd => unpack(2, false),
        M::Vpunpckhwd => unpack(2, true),
        M::Vpunpckldq | M::Vunpcklps => unpack(4, false),
        M::Vpunpckhdq | M::Vunpckhps => unpack(4, true),
        M::Vpunpcklqdq | M::Vunpcklpd => unpack(8, false),
        M::Vpunpckhqdq | M::Vunpckhpd => unpack(8, true),
        M::Vpshufd => Shuffle(Quarters),
        M::Vpshuflw => Shuffle(Words { high: false }),
        M::Vpshufhw => Shuffle(Words { high: true }),
        M::Vshufps => Shuffle(BothQuarters),
        M::Vshufpd => Shuffle(BothEighths),
        M::Vperm2i128 | M::Vperm2f128 => Shuffle(Pair),
        M::Vshufi64x2 | M::Vshuff64x2 | M::Vshufi32x4 | M::Vshuff32x4 => Shuffle(Blocks),
        M::Valignd => Shuffle(Align(4)),
        M::Valignq => Shuffle(Align(8)),
        M::Vpalignr => Shuffle(AlignBytes),
        M::Vpslldq => Shuffle(ByteShift { left: true }),
        M::Vpsrldq => Shuffle(ByteShift { left: false }),
        M::Vpblendw => Shuffle(Blend(2)),
        M::Vpblendd | M::Vblendps => Shuffle(Blend(4)),
        M::Vblendpd => Shuffle(Blend(8)),
        M::Vmovddup => Shuffle(Double(8, false)),
        M::Vmovsldup => Shuffle(Double(4, false)),
        M::Vmovshdup => Shuffle(Double(4, true)),
        M::Vpshufb => Choose(self::Choose::Bytes),
        M::Vpermb => Choose(self::Choose::One(1)),
        M::Vpermw => Choose(self::Choose::One(2)),
        M::Vpermd | M::Vpermps => Choose(self::Choose::One(4)),
        // With an immediate or a register: see `by_immediate`.
        M::Vpermq | M::Vpermpd => Choose(self::Choose::One(8)),
        M::Vpermilps => Choose(self::Choose::Local(4)),
        M::Vpermilpd => Choose(self::Choose::Local(8)),
        M::Vpermi2b => two(1, true),
        M::Vpermi2w => two(2, true),
        M::Vpermi2d | M::Vpermi2ps => two(4, true),
        M::Vpermi2q | M::Vpermi2pd => two(8, true),
        M::Vpermt2b => two(1, false),
        M::Vpermt2w => two(2, false),
        M::Vpermt2d | M::Vpermt2ps => two(4, false),
        M::Vpermt2q | M::Vpermt2pd => two(8, false),
        M::Vpand | M::Vpandd | M::Vpandq | M::Vandps | M::Vandpd => Bitwise(|a, b| a & b),
        M::Vpandn | M::Vpandnd | M::Vpandnq | M::Vandnps | M::Vandnpd => Bitwise(|a, b| !a & b),
        M::Vpor | M::Vpord | M::Vporq | M::Vorps | M::Vorpd => Bitwise(|a, b| a | b),
        M::Vpxor | M::Vpxord | M::Vpxorq | M::Vxorps | M::Vxorpd => Bitwise(|a, b| a ^ b),
        M::Vpternlogd | M::Vpternlogq => Ternary,
        M::Vpblendmb | M::Vpblendmw | M::Vpblendmd | M::Vpblendmq => BlendMask,
        M::Vpblendvb | M::Vblendvps | M::Vblendvpd => BlendVector,
        M::Vpaddb
        | M::Vpaddw
        | M::Vpaddd
        | M::Vpaddq
        | M::Vpsubb
        | M::Vpsubw
        | M::Vpsubd
        | M::Vpsubq
        | M::Vpmuludq
        | M::Vpmuldq
        | M::Vpmullw
        | M::Vpmulld
        | M::Vpmullq
        | M::Vpmulhw
        | M::Vpmulhuw
        | M::Vpmaddwd
        | M::Vpcmpgtb
        | M::Vpcmpgtw
        | M::Vpcmpgtd
        | M::Vpcmpgtq
        | M::Vpminub
        | M::Vpminuw
        | M::Vpminud
        | M::Vpminuq
        | M::Vpminsb
        | M::Vpminsw
        | M::Vpminsd
        | M::Vpminsq
        | M::Vpmaxub
        | M::Vpmaxuw
        | M::Vpmaxud
        | M::Vpmaxuq
        | M::Vpmaxsb
        | M::Vpmaxsw
        | M::Vpmaxsd
        | M::Vpmaxsq
        | M::Vpavgb
        | M::Vpavgw
        | M::Vpabsb
        | M::Vpabsw
        | M::Vpabsd
        | M::Vpabsq
        | M::Vpsllvw
        | M::Vpsllvd
        | M::Vpsllvq
        | M::Vpsrlvw
        | M::Vpsrlvd
        | M::Vpsrlvq
        | M::Vpsravw
        | M::Vpsravd
        | M::Vpsravq
        | M::Vprolvd
        | M::Vprolvq
        | M::Vprorvd
        | M::Vprorvq
        | M::Vprold
        | M::Vprolq
        | M::Vprord
        | M::Vprorq
        | M::Vpshldd
        | M::Vpshldq
        | M::Vpshrdd
        | M::Vpshrdq
        | M::Vpopcntd
        | M::Vpopcntq
        | M::Vplzcntd
        | M::Vplzcntq
        | M::Vpsadbw => lanes,
        M::Vpmadd52luq | M::Vpmadd52huq | M::Vpshldvd | M::Vpshldvq | M::Vpshrdvd | M::Vpshrdvq => {
            Lanes {
                group: 8,
                old: true,
            }
        }
        M::Vpcmpeqb | M::Vpcmpeqw | M::Vpcmpeqd | M::Vpcmpeqq => Equal,
        M::Vpacksswb | M::Vpackssdw | M::Vpackuswb | M::Vpackusdw => crossing,
        M::Vpsllw
        | M::Vpslld
        | M::Vpsllq
        | M::Vpsrlw
        | M::Vpsrld
        | M::Vpsrlq
        | M::Vpsraw
        | M::Vpsrad
        | M::Vpsraq => Shift,
        M::Vpcmpb
        | M::Vpcmpw
        | M::Vpcmpd
        | M::Vpcmpq
        | M::Vpcmpub
        | M::Vpcmpuw
        | M::Vpcmpud
        | M::Vpcmpuq
        | M::Vptestmb
        | M::Vptestmw
        | M::Vptestmd
        | M::Vptestmq
        | M::Vptestnmb
        | M::Vptestnmw
        | M::Vptestnmd
        | M::Vptestnmq
        | M::Vpmovb2m
        | M::Vpmovw2m
        | M::Vpmovd2m
        | M::Vpmovq2m => Compare,
        M::Vptest | M::Vtestps | M::Vtestpd => Test,
        M::Vpmovmskb | M::Vmovmskps | M::Vmovmskpd => Signs,
        M::Vpmovm2b | M::Vpmovm2w | M::Vpmovm2d | M::Vpmovm2q => Spread,
        M::Vdivss
        | M::Vdivsd
        | M::Vdivps
        | M::Vdivpd
        | M::Vsqrtss
        | M::Vsqrtsd
        | M::Vsqrtps
        | M::Vsqrtpd => Variable,
        M::Vpgatherdd
        | M::Vpgatherdq
        | M::Vpgatherqd
        | M::Vpgatherqq
        | M::Vgatherdps
        | M::Vgatherdpd
        | M::Vgatherqps
        | M::Vgatherqpd
        | M::Vpscatterdd
        | M::Vpscatterdq
        | M::Vpscatterqd
        | M::Vpscatterqq
        | M::Vscatterdps
        | M::Vscatterdpd
        | M::Vscatterqps
        | M::Vscatterqpd => Gather,
        _ => return None,
    })
}

fn two(element: usize, index_is_old: bool) -> Kind {
    Kind::Choose(Choose::Two {
        element,
        index_is_old,
    })
}

/// The form with an immediate of an instruction that also has one with an index in a register.
pub(super) fn by_immediate(m: M) -> Option<Shuffle> {
    Some(match m {
        M::Vpermq | M::Vpermpd => Shuffle::Across,
        M::Vpermilps => Shuffle::Quarters,
        M::Vpermilpd => Shuffle::Eighths,
        _ => return None,
    })
}

/// The bytes of an element of the result: what a bit of the mask is about. From the instruction's name, which ends in it; of two operands
/// whose elements alternate the name says how large a pair is.
pub(super) fn element(m: M) -> Option<usize> {
    match m {
        M::Vpunpcklbw | M::Vpunpckhbw => return Some(1),
        M::Vpunpcklwd | M::Vpunpckhwd => return Some(2),
        M::Vpunpckldq | M::Vpunpckhdq => return Some(4),
        _ => {}
    }
    let name = format!("{m:?}").to_lowercase();
    let parts = [
        ("64x2", 8),
        ("64x4", 8),
        ("32x2", 4),
        ("32x4", 4),
        ("32x8", 4),
        ("64", 8),
        ("32", 4),
        ("16", 2),
        ("8", 1),
        ("ps", 4),
        ("broadcastss", 4),
        ("pd", 8),
        ("broadcastsd", 8),
        ("b", 1),
        ("w", 2),
        ("d", 4),
        ("q", 8),
    ];
    let found = parts.iter().find(|(end, _)| name.ends_with(end));
    found.map(|(_, bytes)| *bytes)
}

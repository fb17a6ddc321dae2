//! The instructions of these tables against the processor. What the scan takes for exact is what the processor makes, and what it does not take
//! for a secret does not change with one.

use super::super::{Next, Step, masks};
use super::{Kind, kind, with_vex};
use crate::image::Image;
use crate::insn::Insn;
use crate::layout;
use crate::scan::{Memory, Scan};
use crate::state::State;
use crate::value::{Byte, Flag, Value, assemble, split};
use iced_x86::Mnemonic;
use iced_x86::Register::{self, *};

macro_rules! forms {
    ($($table:ident: $($text:literal)*;)*) => {
        $(static $table: &[&str] = &[$($text),*];)*
        std::arch::global_asm!(
            ".section .data.rel.ro.ct_forms,\"aw\"",
            ".globl ct_forms",
            "ct_forms:",
            ".text",
            $($(
                "2:",
                "vmovdqu64 zmm0, [rdi]",
                "vmovdqu64 zmm1, [rdi + 64]",
                "vmovdqu64 zmm2, [rdi + 128]",
                "vmovdqu64 zmm3, [rdi + 192]",
                "kmovq k1, [rdi + 320]",
                "kmovq k2, [rdi + 328]",
                "mov rax, [rdi + 336]",
                "mov rcx, [rdi + 344]",
                "add rdi, 256",
                "xor r8d, r8d",
                "3:",
                $text,
                "4:",
                "setc [rsi + 144]",
                "setz [rsi + 145]",
                "vmovdqu64 [rsi], zmm0",
                "vmovdqu64 [rsi + 64], zmm1",
                "kmovq [rsi + 128], k1",
                "mov [rsi + 136], rax",
                "vzeroupper",
                "ret",
                ".section .data.rel.ro.ct_forms,\"aw\"",
                ".quad 2b, 3b, 4b",
                ".text",
            )*)*
        );
    };
}

forms! {
    // All of the result is known where all of the operands is.
    EXACT:
        "vmovdqu64 zmm0, zmm1" "vmovdqu64 zmm0{{k1}}, zmm1" "vmovdqu64 zmm0{{k1}}{{z}}, zmm1" "vmovdqu64 zmm0{{k1}}{{z}}, [rdi]"
        "vmovdqu32 ymm0{{k1}}, [rdi]" "vmovdqu16 ymm0{{k1}}, ymm1" "vmovdqu8 xmm0{{k1}}{{z}}, [rdi]" "vmovups ymm0, [rdi + 32]"
        "vmovaps xmm0, xmm1" "vmovapd ymm0{{k2}}, ymm1" "vmovdqa ymm0, ymm2" "vmovd xmm0, eax" "vmovd eax, xmm1" "vmovq xmm0, rax"
        "vmovq rax, xmm1" "vmovq xmm0, xmm1" "vmovq xmm0, qword ptr [rdi]" "vmovss xmm0, xmm1, xmm2" "vmovsd xmm0, xmm1, xmm2"
        "vmovss xmm0, dword ptr [rdi]" "vmovsd xmm0, qword ptr [rdi]" "vmovlps xmm0, xmm1, [rdi]" "vmovhps xmm0, xmm1, [rdi]"
        "vmovlhps xmm0, xmm1, xmm2" "vmovhlps xmm0, xmm1, xmm2" "vpbroadcastb ymm0, xmm1" "vpbroadcastw zmm0, xmm1"
        "vpbroadcastd zmm0{{k1}}, xmm1" "vpbroadcastq zmm0, rax" "vpbroadcastq zmm0{{k1}}, [rdi]" "vbroadcastss ymm0, xmm1"
        "vbroadcastsd zmm0{{k1}}{{z}}, xmm1" "vbroadcasti128 ymm0, [rdi]" "vbroadcasti32x4 zmm0{{k1}}, [rdi]" "vbroadcasti64x4 zmm0, [rdi]"
        "vbroadcasti64x2 zmm0{{k2}}{{z}}, [rdi]" "vpinsrb xmm0, xmm1, eax, 5" "vpinsrd xmm0, xmm1, eax, 2" "vpinsrq xmm0, xmm1, rax, 1"
        "vpinsrq xmm0, xmm1, [rdi], 0" "vpinsrw xmm0, xmm1, eax, 6" "vpextrb eax, xmm1, 3" "vpextrd eax, xmm1, 3" "vpextrq rax, xmm1, 1"
        "vpextrw eax, xmm1, 5" "vinserti128 ymm0, ymm1, xmm2, 1" "vinserti64x4 zmm0{{k1}}, zmm1, ymm2, 1" "vinserti32x4 zmm0{{k1}}, zmm1, xmm2, 2"
        "vinserti64x2 zmm0, zmm1, [rdi], 3" "vextracti128 xmm0, ymm1, 1" "vextracti64x4 ymm0{{k1}}, zmm1, 1" "vextracti32x4 xmm0{{k1}}{{z}}, zmm1, 3"
        "vpmovzxbw ymm0, xmm1" "vpmovzxbd zmm0{{k1}}, xmm1" "vpmovzxbq zmm0, xmm1" "vpmovzxwd ymm0, xmm1" "vpmovzxwq zmm0, xmm1"
        "vpmovzxdq zmm0{{k1}}{{z}}, ymm1" "vpmovzxdq ymm0, [rdi]" "vpmovsxbw ymm0, xmm1" "vpmovsxbd zmm0, xmm1" "vpmovsxbq zmm0{{k1}}, xmm1"
        "vpmovsxwd zmm0, ymm1" "vpmovsxwq zmm0, xmm1" "vpmovsxdq ymm0, xmm1" "vpmovwb ymm0, zmm1" "vpmovdb xmm0{{k1}}, zmm1" "vpmovdw ymm0, zmm1"
        "vpmovqb xmm0, zmm1" "vpmovqb xmm0{{k1}}, zmm1" "vpmovqw xmm0{{k1}}{{z}}, zmm1" "vpmovqd ymm0, zmm1" "vpunpcklbw ymm0, ymm1, ymm2"
        "vpunpckhbw zmm0{{k1}}, zmm1, zmm2" "vpunpcklwd zmm0{{k1}}, zmm1, zmm2" "vpunpckhwd ymm0, ymm1, ymm2"
        "vpunpckldq zmm0{{k1}}, zmm1, zmm2" "vpunpckhdq ymm0, ymm1, ymm2" "vpunpcklqdq zmm0{{k1}}, zmm1, zmm2" "vpunpckhqdq ymm0, ymm1, [rdi]"
        "vunpcklps ymm0, ymm1, ymm2" "vunpckhpd zmm0, zmm1, zmm2" "vpshufd zmm0{{k1}}, zmm1, 0x9c" "vpshufd xmm0, xmm1, 0x4e" "vpshuflw ymm0, ymm1, 0x1b"
        "vpshufhw zmm0, zmm1, 0x93" "vshufps zmm0, zmm1, zmm2, 0x9c" "vshufpd zmm0, zmm1, zmm2, 0xb5" "vshufpd ymm0{{k1}}, ymm1, ymm2, 6"
        "vperm2i128 ymm0, ymm1, ymm2, 0x21" "vperm2i128 ymm0, ymm1, ymm2, 0x83" "vperm2f128 ymm0, ymm1, [rdi], 0x31" "vshufi64x2 zmm0{{k1}}, zmm1, zmm2, 0x9c"
        "vshufi64x2 ymm0, ymm1, ymm2, 2" "vshuff32x4 zmm0, zmm1, zmm2, 0x4e" "valignq zmm0{{k1}}, zmm1, zmm2, 3" "valignd ymm0, ymm1, ymm2, 5"
        "vpalignr ymm0, ymm1, ymm2, 5" "vpalignr zmm0, zmm1, zmm2, 21" "vpalignr xmm0, xmm1, xmm2, 40" "vpslldq ymm0, ymm1, 3" "vpsrldq zmm0, zmm1, 9"
        "vpsrldq xmm0, xmm1, 16" "vpblendw ymm0, ymm1, ymm2, 0xa6" "vpblendd ymm0, ymm1, ymm2, 0xa6" "vblendpd ymm0, ymm1, ymm2, 6" "vblendps xmm0, xmm1, xmm2, 9"
        "vmovddup ymm0, ymm1" "vmovsldup ymm0, ymm1" "vmovshdup zmm0, zmm1" "vpermq ymm0, ymm1, 0x9c" "vpermq zmm0{{k1}}, zmm1, 0x1b" "vpermpd ymm0, ymm1, 0x4e"
        "vpermilps ymm0, ymm1, 0x9c" "vpermilpd zmm0, zmm1, 0xb5" "vpshufb ymm0, ymm1, ymm2" "vpshufb zmm0, zmm1, [rdi]" "vpermb zmm0, zmm1, zmm2"
        "vpermw zmm0, zmm1, zmm2" "vpermd ymm0, ymm1, ymm2" "vpermps zmm0{{k1}}, zmm1, zmm2" "vpermq zmm0, zmm1, zmm2" "vpermq ymm0, ymm1, [rdi]{{1to4}}"
        "vpermilps ymm0, ymm1, ymm2" "vpermilpd zmm0, zmm1, zmm2" "vpermi2b ymm0, ymm1, ymm2" "vpermi2w zmm0, zmm1, zmm2" "vpermi2d zmm0{{k1}}, zmm1, zmm2"
        "vpermi2q zmm0, zmm1, [rdi]" "vpermt2b zmm0, zmm1, zmm2" "vpermt2w ymm0, ymm1, ymm2" "vpermt2d xmm0, xmm1, xmm2" "vpermt2q zmm0{{k1}}{{z}}, zmm1, zmm2"
        "vpermt2q zmm0, zmm1, [rdi]{{1to8}}" "vpand ymm0, ymm1, ymm2" "vpandq zmm0{{k1}}, zmm1, zmm2" "vpandn ymm0, ymm1, ymm2" "vpandnd zmm0, zmm1, [rdi]{{1to16}}"
        "vpor xmm0, xmm1, [rdi]" "vporq zmm0, zmm1, zmm2" "vpxor ymm0, ymm1, ymm2" "vpxord zmm0{{k1}}, zmm1, zmm2" "vxorps xmm0, xmm1, xmm1" "vpandn ymm0, ymm1, ymm1"
        "vpternlogq zmm0, zmm1, zmm2, 0xca" "vpternlogd ymm0{{k1}}, ymm1, [rdi]{{1to8}}, 0x96" "vpternlogq zmm0, zmm1, zmm2, 0xff" "vpternlogq zmm0, zmm1, zmm2, 0x55"
        "vpternlogq zmm0, zmm1, zmm2, 0x1b" "vpblendmq zmm0{{k1}}, zmm1, zmm2" "vpblendmd ymm0{{k1}}{{z}}, ymm1, ymm2" "vpblendmb zmm0{{k2}}, zmm1, zmm2"
        "vpblendvb ymm0, ymm1, ymm2, ymm3" "vblendvps ymm0, ymm1, ymm2, ymm3" "vblendvpd xmm0, xmm1, xmm2, xmm3" "vpcmpeqd ymm0, ymm1, ymm1" "vpmovm2b zmm0, k1"
        "vpmovm2w ymm0, k1" "vpmovm2d zmm0, k1" "vpmovm2q zmm0, k1" "vzeroupper" "vzeroall"
        "kmovb k1, k2" "kmovw k1, eax" "kmovd eax, k1" "kmovq k1, rax" "kmovq rax, k2" "kmovw eax, k2" "kmovb k1, [rdi]" "knotb k1, k2" "knotq k1, k2" "kandw k1, k1, k2"
        "kandnd k1, k1, k2" "korq k1, k1, k2" "kxord k1, k1, k2" "kxnorb k1, k2, k2" "kxorq k1, k2, k2" "kaddw k1, k1, k2" "kunpckbw k1, k1, k2" "kunpckdq k1, k1, k2"
        "kshiftlb k1, k2, 3" "kshiftrw k1, k2, 9" "kshiftlq k1, k2, 40" "kshiftrd k1, k2, 32" "kortestb k1, k2" "kortestw k1, k1" "ktestd k1, k2" "ktestq k1, k1"
        "pshufb xmm0, xmm1" "palignr xmm0, xmm1, 5" "pinsrq xmm0, rax, 1" "pextrq rax, xmm1, 1" "pblendw xmm0, xmm1, 0xa6" "blendpd xmm0, xmm1, 2" "pmovzxdq xmm0, xmm1"
        "pmovsxbq xmm0, xmm1" "movddup xmm0, xmm1" "pinsrb xmm0, eax, 15" "pextrd eax, xmm0, 2"
        "blsr rax, rcx" "blsi eax, ecx" "blsmsk rax, rcx" "bzhi rax, rcx, rax" "bzhi eax, ecx, eax" "bextr rax, rcx, rax" "bextr eax, ecx, eax" "movbe rax, [rdi]"
        "movbe eax, [rdi + 3]" "bts rax, rcx" "btr eax, ecx" "btc rax, 5"
        "blendps xmm0, xmm1, 9" "kaddb k1, k1, k2" "kaddd k1, k1, k2" "kaddq k1, k1, k2" "kandb k1, k1, k2" "kandd k1, k1, k2" "kandnb k1, k1, k2"
        "kandnq k1, k1, k2" "kandnw k1, k1, k2" "kandq k1, k1, k2" "knotd k1, k2" "knotw k1, k2" "korb k1, k1, k2" "kord k1, k1, k2"
        "kortestd k1, k2" "kortestq k1, k2" "korw k1, k1, k2" "kshiftld k1, k2, 5" "kshiftlw k1, k2, 6" "kshiftrb k1, k2, 7" "kshiftrq k1, k2, 3"
        "ktestb k1, k2" "ktestw k1, k2" "kunpckwd k1, k1, k2" "kxnord k1, k1, k2" "kxnorq k1, k1, k2" "kxnorw k1, k1, k2" "kxorb k1, k1, k2"
        "kxorw k1, k1, k2" "lddqu xmm0, [rdi]" "movshdup xmm0, xmm1" "movsldup xmm0, xmm1" "pextrb eax, xmm1, 9" "pinsrd xmm0, eax, 3"
        "pmovsxbd xmm0, xmm1" "pmovsxbw xmm0, xmm1" "pmovsxdq xmm0, xmm1" "pmovsxwd xmm0, xmm1" "pmovsxwq xmm0, xmm1" "pmovzxbd xmm0, xmm1"
        "pmovzxbq xmm0, xmm1" "pmovzxbw xmm0, xmm1" "pmovzxwd xmm0, xmm1" "pmovzxwq xmm0, xmm1" "vandnpd zmm0{{k1}}, zmm1, zmm2"
        "vandnps ymm0, ymm1, [rdi]" "vandpd zmm0{{k1}}, zmm1, zmm2" "vandps ymm0, ymm1, [rdi]" "vbroadcastf128 ymm0, [rdi]"
        "vbroadcastf32x2 zmm0{{k1}}, xmm1" "vbroadcastf32x4 zmm0{{k1}}, [rdi]" "vbroadcastf32x8 zmm0{{k1}}{{z}}, [rdi]"
        "vbroadcastf64x2 zmm0{{k1}}, [rdi]" "vbroadcastf64x4 zmm0{{k1}}{{z}}, [rdi]" "vbroadcasti32x2 zmm0{{k1}}, xmm1"
        "vbroadcasti32x8 zmm0{{k1}}{{z}}, [rdi]" "vextractf128 xmm0, ymm1, 1" "vextractf32x4 xmm0{{k1}}, zmm1, 3" "vextractf32x8 ymm0{{k1}}, zmm1, 1"
        "vextractf64x2 xmm0{{k1}}, zmm1, 3" "vextractf64x4 ymm0{{k1}}, zmm1, 1" "vextracti32x8 ymm0{{k1}}, zmm1, 1"
        "vextracti64x2 xmm0{{k1}}, zmm1, 3" "vextractps eax, xmm1, 2" "vinsertf128 ymm0, ymm1, xmm2, 1" "vinsertf32x4 zmm0{{k1}}, zmm1, xmm2, 3"
        "vinsertf32x8 zmm0{{k1}}, zmm1, ymm2, 1" "vinsertf64x2 zmm0{{k1}}, zmm1, xmm2, 3" "vinsertf64x4 zmm0{{k1}}, zmm1, ymm2, 1"
        "vinserti32x8 zmm0{{k1}}, zmm1, ymm2, 1" "vlddqu ymm0, [rdi]" "vmovdqa32 zmm0{{k1}}, zmm1" "vmovdqa64 zmm0{{k1}}, zmm1" "vmovdqu ymm0, [rdi]"
        "vmovhpd xmm0, xmm1, [rdi]" "vmovlpd xmm0, xmm1, [rdi]" "vmovupd zmm0{{k1}}, [rdi]" "vorpd zmm0{{k1}}, zmm1, zmm2" "vorps ymm0, ymm1, [rdi]"
        "vpandd zmm0{{k1}}{{z}}, zmm1, zmm2" "vpandnq zmm0{{k1}}{{z}}, zmm1, zmm2" "vpblendmw zmm0{{k1}}, zmm1, zmm2"
        "vpermi2pd zmm0{{k1}}, zmm1, zmm2" "vpermi2ps zmm0{{k1}}, zmm1, zmm2" "vpermt2pd zmm0{{k1}}, zmm1, zmm2" "vpermt2ps zmm0{{k1}}, zmm1, zmm2"
        "vpord zmm0{{k1}}{{z}}, zmm1, zmm2" "vpxorq zmm0{{k1}}{{z}}, zmm1, zmm2" "vshuff64x2 zmm0{{k1}}, zmm1, zmm2, 0x9c"
        "vshufi32x4 zmm0{{k1}}, zmm1, zmm2, 0x9c" "vunpckhps zmm0{{k1}}, zmm1, zmm2" "vunpcklpd zmm0{{k1}}, zmm1, zmm2" "vxorpd ymm0, ymm1, [rdi]";
    // On which parts of the operands a part of the result depends.
    DEPENDENT:
        "vpaddq zmm0, zmm1, zmm2" "vpaddd zmm0{{k1}}, zmm1, zmm2" "vpaddb ymm0, ymm1, ymm2" "vpaddq zmm0, zmm1, [rdi]{{1to8}}" "vpsubw ymm0, ymm1, [rdi]"
        "vpsubq xmm0, xmm1, xmm2" "vpmuludq zmm0, zmm1, zmm2" "vpmuldq ymm0, ymm1, ymm2" "vpmullq zmm0, zmm1, zmm2" "vpmulld ymm0, ymm1, ymm2" "vpmulhuw ymm0, ymm1, ymm2"
        "vpmaddwd ymm0, ymm1, ymm2" "vpcmpeqq ymm0, ymm1, ymm2" "vpcmpgtd ymm0, ymm1, ymm2" "vpminuq zmm0, zmm1, zmm2" "vpmaxsd zmm0{{k1}}{{z}}, zmm1, zmm2" "vpminsd ymm0, ymm1, ymm2"
        "vpavgb ymm0, ymm1, ymm2" "vpabsd zmm0{{k1}}, zmm1" "vpabsq zmm0, zmm1" "vpsllvq zmm0, zmm1, zmm2" "vpsrlvd ymm0, ymm1, ymm2" "vpsravq zmm0, zmm1, zmm2"
        "vprolvq zmm0, zmm1, zmm2" "vprorq zmm0, zmm1, 7" "vpshldq zmm0, zmm1, zmm2, 9" "vpshrdq zmm0{{k1}}, zmm1, zmm2, 9" "vpshldvq zmm0, zmm1, zmm2" "vpshrdvd ymm0, ymm1, ymm2"
        "vpopcntq zmm0, zmm1" "vplzcntd zmm0, zmm1" "vpsadbw ymm0, ymm1, ymm2" "vpmadd52luq zmm0, zmm1, zmm2" "vpmadd52huq zmm0{{k1}}, zmm1, zmm2" "vpackuswb ymm0, ymm1, ymm2"
        "vpackssdw zmm0, zmm1, zmm2" "vpsllq zmm0, zmm1, xmm2" "vpsrlw ymm0, ymm1, xmm2" "vpsrad zmm0{{k1}}, zmm1, xmm2" "vpsllq zmm0, zmm1, 9" "vpsraq ymm0, ymm1, 5"
        "vpcmpud k1, zmm1, zmm2, 1" "vpcmpq k1{{k2}}, zmm1, zmm2, 4" "vpcmpeqb k1, ymm1, ymm2" "vpcmpgtq k1{{k2}}, zmm1, [rdi]" "vptestmd k1, zmm1, zmm2" "vptestnmq k1{{k2}}, zmm1, zmm1"
        "vpmovb2m k1, ymm1" "vpmovq2m k1, zmm1" "vptest ymm1, ymm2" "vtestps xmm1, xmm2" "vpmovmskb eax, ymm1" "vmovmskpd eax, ymm1" "ptest xmm1, xmm2" "pmulld xmm0, xmm1"
        "pabsd xmm0, xmm1" "pcmpeqq xmm0, xmm1" "pcmpeqq xmm0, xmm0" "pminud xmm0, xmm1" "packusdw xmm0, xmm1"
        "insertq xmm0, xmm1, 8, 16" "extrq xmm0, 12, 7"
        "pabsb xmm0, xmm1" "pabsw xmm0, xmm1" "pcmpgtq xmm0, xmm1" "pmaxsd xmm0, xmm1" "pmaxud xmm0, xmm1" "pminsd xmm0, xmm1" "pmuldq xmm0, xmm1"
        "vmovmskps eax, ymm1" "vpabsb zmm0{{k1}}, zmm1" "vpabsw zmm0{{k1}}, zmm1" "vpacksswb zmm0{{k1}}, zmm1, zmm2"
        "vpackusdw zmm0{{k1}}, zmm1, zmm2" "vpaddw zmm0{{k1}}, zmm1, zmm2" "vpavgw zmm0{{k1}}, zmm1, zmm2" "vpcmpb k1{{k2}}, zmm1, zmm2, 1"
        "vpcmpd k1{{k2}}, zmm1, zmm2, 5" "vpcmpeqw ymm0, ymm1, ymm2" "vpcmpgtb ymm0, ymm1, ymm2" "vpcmpgtw ymm0, ymm1, ymm2"
        "vpcmpub k1{{k2}}, zmm1, zmm2, 5" "vpcmpuq k1{{k2}}, zmm1, zmm2, 1" "vpcmpuw k1{{k2}}, zmm1, zmm2, 5" "vpcmpw k1{{k2}}, zmm1, zmm2, 1"
        "vplzcntq zmm0{{k1}}, zmm1" "vpmaxsb zmm0{{k1}}, zmm1, zmm2" "vpmaxsq zmm0{{k1}}, zmm1, zmm2" "vpmaxsw zmm0{{k1}}, zmm1, zmm2"
        "vpmaxub zmm0{{k1}}, zmm1, zmm2" "vpmaxud zmm0{{k1}}, zmm1, zmm2" "vpmaxuq zmm0{{k1}}, zmm1, zmm2" "vpmaxuw zmm0{{k1}}, zmm1, zmm2"
        "vpminsb zmm0{{k1}}, zmm1, zmm2" "vpminsq zmm0{{k1}}, zmm1, zmm2" "vpminsw zmm0{{k1}}, zmm1, zmm2" "vpminub zmm0{{k1}}, zmm1, zmm2"
        "vpminud zmm0{{k1}}, zmm1, zmm2" "vpminuw zmm0{{k1}}, zmm1, zmm2" "vpmovd2m k1, zmm1" "vpmovw2m k1, zmm1" "vpmulhw zmm0{{k1}}, zmm1, zmm2"
        "vpmullw zmm0{{k1}}, zmm1, zmm2" "vpopcntd zmm0{{k1}}, zmm1" "vprold zmm0{{k1}}, zmm1, 9" "vprolq zmm0{{k1}}, zmm1, 9"
        "vprolvd zmm0{{k1}}, zmm1, zmm2" "vprord zmm0{{k1}}, zmm1, 9" "vprorvd zmm0{{k1}}, zmm1, zmm2" "vprorvq zmm0{{k1}}, zmm1, zmm2"
        "vpshldd zmm0{{k1}}, zmm1, zmm2, 9" "vpshldvd zmm0{{k1}}, zmm1, zmm2" "vpshrdd zmm0{{k1}}, zmm1, zmm2, 9" "vpshrdvq zmm0{{k1}}, zmm1, zmm2"
        "vpslld zmm0{{k1}}, zmm1, xmm2" "vpsllvd zmm0{{k1}}, zmm1, zmm2" "vpsllvw zmm0{{k1}}, zmm1, zmm2" "vpsllw zmm0{{k1}}, zmm1, xmm2"
        "vpsravd zmm0{{k1}}, zmm1, zmm2" "vpsravw zmm0{{k1}}, zmm1, zmm2" "vpsraw zmm0{{k1}}, zmm1, xmm2" "vpsrld zmm0{{k1}}, zmm1, xmm2"
        "vpsrlq zmm0{{k1}}, zmm1, xmm2" "vpsrlvq zmm0{{k1}}, zmm1, zmm2" "vpsrlvw zmm0{{k1}}, zmm1, zmm2" "vpsubb zmm0{{k1}}, zmm1, zmm2"
        "vpsubd zmm0{{k1}}, zmm1, zmm2" "vptestmb k1, zmm1, zmm2" "vptestmq k1, zmm1, zmm2" "vptestmw k1, zmm1, zmm2" "vptestnmb k1, zmm1, zmm2"
        "vptestnmd k1, zmm1, zmm2" "vptestnmw k1, zmm1, zmm2" "vtestpd ymm1, ymm2";
}

const LENGTH: usize = 352;
type Input = [u8; LENGTH];
/// Two vectors, a mask, a word, carry and zero.
type Output = [u8; 146];

/// Bytes of which many are 0, all ones, or small enough to be an index.
fn random(state: &mut u64) -> u8 {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    let x = (*state >> 33) as u32;
    match x % 8 {
        0 => 0,
        1 => 0xff,
        2 => 0x80,
        3 => (x >> 8) as u8 & 0x3f,
        _ => (x >> 8) as u8,
    }
}

fn features() -> bool {
    let all = std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512dq")
        && std::is_x86_feature_detected!("avx512vl")
        && std::is_x86_feature_detected!("avx512vbmi")
        && std::is_x86_feature_detected!("avx512vbmi2")
        && std::is_x86_feature_detected!("avx512ifma")
        && std::is_x86_feature_detected!("avx512cd")
        && std::is_x86_feature_detected!("avx512vpopcntdq")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("movbe");
    if !all {
        eprintln!("SKIPPED: this processor has no AVX-512");
    }
    all
}

struct Forms {
    image: Image,
    /// In the file: where the instruction begins and ends.
    places: Vec<(u64, u64)>,
    entries: Vec<usize>,
}

impl Forms {
    fn new() -> Forms {
        unsafe extern "C" {
            static ct_forms: [usize; 3];
        }
        let file = std::env::current_exe().expect("a path");
        let image = Image::parse(&std::fs::read(file).expect("this program")).expect("an ELF file");
        let count = EXACT.len() + DEPENDENT.len();
        // SAFETY: the section has three words for each form.
        let table: &[[usize; 3]] =
            unsafe { std::slice::from_raw_parts(&raw const ct_forms, count) };
        let here = (&raw const ct_forms) as usize as u64;
        let slide = here.wrapping_sub(image.symbol("ct_forms").expect("the table").0);
        let in_file = |at: usize| (at as u64).wrapping_sub(slide);
        Forms {
            places: table
                .iter()
                .map(|t| (in_file(t[1]), in_file(t[2])))
                .collect(),
            entries: table.iter().map(|t| t[0]).collect(),
            image,
        }
    }

    fn run(&self, form: usize, input: &Input) -> Output {
        let mut out = [0; 146];
        // SAFETY: the function reads so many bytes and writes so many.
        unsafe {
            let f: extern "sysv64" fn(*const u8, *mut u8) = std::mem::transmute(self.entries[form]);
            f(input.as_ptr(), out.as_mut_ptr());
        }
        out
    }

    /// The outputs as the scan sees them, where these bytes of the input are secret.
    fn scan(&self, form: usize, input: &Input, secret: &[bool; LENGTH]) -> Vec<Byte> {
        let (start, end) = self.places[form];
        let mut state = State::new(start);
        let byte = |i: usize| match secret[i] {
            true => Byte::Secret,
            false => Byte::Known(input[i]),
        };
        let bytes = |from: usize, n: usize| -> Vec<Byte> { (from..from + n).map(byte).collect() };
        for (i, register) in [ZMM0, ZMM1, ZMM2, ZMM3].into_iter().enumerate() {
            state.set_vector(register, &bytes(64 * i, 64), true);
        }
        state.set_mask(K1, assemble(&bytes(320, 8)));
        state.set_mask(K2, assemble(&bytes(328, 8)));
        state.set(RAX, assemble(&bytes(336, 8)));
        state.set(RCX, assemble(&bytes(344, 8)));
        state.set(RDI, Value::Known(layout::argument(0)));
        state.flags.cf = Flag::Known(false);
        state.flags.zf = Flag::Known(true);
        let memory = [Memory::Known(input[256..320].to_vec())];
        let scan = Scan::new(&self.image);
        while state.pc != end {
            let insn = Insn::decode(&self.image, state.pc);
            let step = Step {
                scan: &scan,
                memory: &memory,
            };
            match step.run(&mut state, &insn) {
                Ok(Next::Go) => {}
                Ok(_) => panic!("{}", insn.text()),
                Err(e) => panic!("{}: {e}", insn.text()),
            }
        }
        let mut out = vec![];
        for register in [ZMM0, ZMM1] {
            out.extend_from_slice(state.bytes(register).expect("a vector"));
        }
        for word in [state.mask(K1), state.get(Register::RAX)] {
            let mut bytes = [Byte::Secret; 8];
            split(word, &mut bytes);
            out.extend_from_slice(&bytes);
        }
        for flag in [state.flags.cf, state.flags.zf] {
            out.push(match flag {
                Flag::Known(b) => Byte::Known(b.into()),
                Flag::Public => Byte::Public,
                Flag::Secret => Byte::Secret,
            });
        }
        out
    }
}

/// The forms that this processor has, by their numbers.
fn texts() -> impl Iterator<Item = (usize, &'static &'static str)> {
    let sse4a = std::is_x86_feature_detected!("sse4a");
    let all = EXACT.iter().chain(DEPENDENT).enumerate();
    all.filter(move |(_, text)| sse4a || !leaves_undefined(text))
}

/// SSE4a, which only AMD has, does not say what the high half is.
fn leaves_undefined(text: &str) -> bool {
    text.starts_with("insertq") || text.starts_with("extrq")
}

#[test]
fn exact_values_are_those_of_the_processor() {
    if !features() {
        return;
    }
    let forms = Forms::new();
    let mut state = 1;
    let mut wrong = vec![];
    for (form, text) in texts() {
        for _ in 0..60 {
            let input: Input = std::array::from_fn(|_| random(&mut state));
            let (said, made) = (
                forms.scan(form, &input, &[false; LENGTH]),
                forms.run(form, &input),
            );
            let exact = form < EXACT.len();
            let bad = (0..made.len()).find(|i| match said[*i] {
                Byte::Known(b) => b != made[*i],
                // Undefined flags, and those after a mask test that only says something of one.
                Byte::Public => exact && *i < 144,
                _ => !(leaves_undefined(text) && (8..16).contains(i)),
            });
            if let Some(i) = bad {
                wrong.push(format!(
                    "{text}: byte {i} is {:#x}, not {:?}",
                    made[i], said[i]
                ));
                break;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        texts().count(),
        wrong.join("\n")
    );
}

/// Some bytes of the operands are secrets, with other values each time.
#[test]
fn what_is_no_secret_does_not_change_with_one() {
    if !features() {
        return;
    }
    let forms = Forms::new();
    let mut state = 7;
    let mut wrong = vec![];
    for (form, text) in texts() {
        let (mut seen, masked) = (0, text.contains("{k") || text.contains("{{k"));
        'trials: for trial in 0..120 {
            let mut input: Input = std::array::from_fn(|_| random(&mut state));
            // A whole register, or a byte of one.
            let parts = [
                (0, 64),
                (64, 64),
                (128, 64),
                (192, 64),
                (320, 8),
                (328, 8),
                (336, 8),
                (344, 8),
            ];
            let (from, length) = parts[trial % 8];
            let one = from + usize::from(random(&mut state)) % length;
            let secret: [bool; LENGTH] = std::array::from_fn(|i| match trial / 8 % 2 {
                0 => (from..from + length).contains(&i),
                _ => i == one,
            });
            // A memory operand under a secret mask is refused.
            if masked && text.contains('[') && (320..336).contains(&from) {
                continue;
            }
            let said = forms.scan(form, &input, &secret);
            let first = forms.run(form, &input);
            for _ in 0..8 {
                for i in (0..LENGTH).filter(|i| secret[*i]) {
                    input[i] = random(&mut state);
                }
                let made = forms.run(form, &input);
                for i in 0..made.len() {
                    let changed = made[i] != first[i];
                    seen += usize::from(changed);
                    if changed && said[i] != Byte::Secret {
                        wrong.push(format!(
                            "{text}: byte {i} with bytes {from}.. of the input: {:?}",
                            said[i]
                        ));
                        break 'trials;
                    }
                }
            }
        }
        // Some result depends on some operand.
        let constant = ["vzeroall", "kxnorb k1, k2, k2", "kxorq k1, k2, k2"].contains(text);
        assert!(seen > 0 || constant, "{text}");
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every instruction of the tables is among the forms, but those that are refused and loads and stores that are the same with a hint.
#[test]
fn every_instruction_is_tried() {
    let forms = Forms::new();
    let tried: Vec<Mnemonic> = (forms.places.iter())
        .map(|(start, _)| Insn::decode(&forms.image, *start).ins.mnemonic())
        .collect();
    let known = |m: &Mnemonic| {
        let refused = matches!(kind(*m), Some(Kind::Variable | Kind::Gather));
        let table = kind(*m).is_some() || with_vex(*m).is_some();
        table && !refused || masks::is_known(*m)
    };
    let hints = [
        Mnemonic::Vmovntdq,
        Mnemonic::Vmovntdqa,
        Mnemonic::Vmovntps,
        Mnemonic::Vmovntpd,
    ];
    let missing: Vec<Mnemonic> = Mnemonic::values()
        .filter(known)
        .filter(|m| !tried.contains(m) && !hints.contains(m))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

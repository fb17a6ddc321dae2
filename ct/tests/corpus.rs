//! Small functions that the scan must accept, and small functions that it must refuse, each for its reason.
//!
//! They are part of this test's own executable. Each is called with `rdi` and `rsi` pointing to secrets, `rdx` to public
//! data, `rcx` any public number, `r8` a secret.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use fieldc_ct::{Argument, Finding, Image, Memory, Reason, Report, Scan};

macro_rules! corpus {
    ($table:ident: $($name:ident $expected:expr, [$($line:literal)*];)*) => {
        $(std::arch::global_asm!(
            concat!(".globl ct_", stringify!($table), "_", stringify!($name)),
            concat!(".type ct_", stringify!($table), "_", stringify!($name), ", @function"),
            concat!("ct_", stringify!($table), "_", stringify!($name), ":"),
            $($line,)*
        );)*
        #[allow(non_upper_case_globals)]
        static $table: &[(&str, Expected)] = &[$((concat!("ct_", stringify!($table), "_", stringify!($name)), $expected)),*];
    };
}

/// A kind of [`Reason`], or of acceptance.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Accepted,
    Branch,
    Address,
    Mask,
    Latency,
    Call,
    Instruction,
    Write,
    Memory,
    Target,
    Endless,
}
use Expected::*;

// Called by others.
std::arch::global_asm!(
    // rax = rax + 1 if the lowest bit of rax is 0
    ".type ct_callee_branches, @function",
    "ct_callee_branches:",
    "test al, 1",
    "jne 2f",
    "inc rax",
    "2: ret",
    ".type ct_callee_returns_zero, @function",
    "ct_callee_returns_zero:",
    "xor eax, eax",
    "ret",
    // rax = [rdi]
    ".type ct_callee_loads, @function",
    "ct_callee_loads:",
    "mov rax, [rdi]",
    "ret",
    ".type ct_core9panicking5panic, @function",
    "ct_core9panicking5panic:",
    "cpuid",
    "ud2",
    ".section .rodata",
    "ct_table: .quad 4, 3, 2, 1",
    ".data",
    "ct_variable: .quad 0",
    ".text",
);

corpus! { accept:
    nothing Accepted, ["ret"];
    constant_loop Accepted, [
        "xor eax, eax" "mov ecx, 4"
        "2: add rax, [rsi + 8 * rcx - 8]" "dec ecx" "jne 2b"
        "mov [rdi], rax" "ret"
    ];
    select_by_cmov Accepted, [
        "mov rax, [rsi]" "mov r9, [rsi + 8]" "test r8, r8" "cmovne rax, r9" "mov [rdi], rax" "ret"
    ];
    select_by_mask Accepted, [
        "mov rax, [rsi]" "neg r8" "sbb r9, r9" "and rax, r9" "mov [rdi], rax" "ret"
    ];
    // A known byte below secret ones, kept in memory and in another register.
    known_byte_of_a_secret_word Accepted, [
        "mov rax, r8" "mov al, 1" "mov [rsp - 8], rax" "mov r9, rax" "test byte ptr [rsp - 8], 1" "je 2f" "test r9b, 1" "je 2f"
        "2: ret"
    ];
    secret_flag_to_byte Accepted, ["xor eax, eax" "cmp r8, [rsi]" "setb al" "mov [rdi], rax" "ret"];
    public_count Accepted, [
        "xor eax, eax" "test rcx, rcx" "je 3f"
        "2: add rax, [rsi]" "add rsi, 8" "dec rcx" "jne 2b"
        "3: mov [rdi], rax" "ret"
    ];
    public_count_in_memory Accepted, [
        "mov rcx, [rdx]" "xor eax, eax"
        "2: cmp rax, rcx" "jae 3f" "mov r9, [rsi + 8 * rax]" "mov [rdi + 8 * rax], r9" "inc rax" "jmp 2b"
        "3: ret"
    ];
    public_index Accepted, ["mov rcx, [rdx]" "mov rax, [rsi + 8 * rcx]" "mov [rdi], rax" "ret"];
    table_in_constants Accepted, [
        "lea r9, [rip + ct_table]" "mov rcx, [r9 + 8]" "2: shl qword ptr [rsi], 1" "dec rcx" "jne 2b" "ret"
    ];
    count_through_the_stack Accepted, [
        "push rbx" "sub rsp, 32" "mov [rsp + 8], r8" "mov dword ptr [rsp + 16], 3"
        "2: add r8, [rsp + 8]" "dec dword ptr [rsp + 16]" "jne 2b"
        "mov [rdi], r8" "add rsp, 32" "pop rbx" "ret"
    ];
    count_beside_a_secret Accepted, [
        // One byte of a word is a secret, another the count.
        "mov al, [rsi]" "mov ah, 3" "2: add byte ptr [rdi], al" "dec ah" "jne 2b" "ret"
    ];
    pointers_through_vectors Accepted, [
        "movq xmm0, rdi" "movq xmm1, rsi" "punpcklqdq xmm0, xmm1" "movaps [rsp - 24], xmm0"
        "mov rax, [rsp - 16]" "mov rax, [rax]" "mov rdi, [rsp - 24]" "mov [rdi], rax" "ret"
    ];
    secret_shift Accepted, ["mov ecx, [rsi]" "shl r8, cl" "rol r8, cl" "mov [rdi], r8" "ret"];
    two_carry_chains Accepted, [
        "mov rdx, [rsi]" "xor eax, eax" "mulx r9, r10, [rsi + 8]" "adcx r10, r8" "adox r9, rax"
        "mov [rdi], r10" "mov [rdi + 8], r9" "ret"
    ];
    callee_on_public Accepted, ["mov rax, rcx" "call ct_callee_branches" "mov [rdi], rax" "ret"];
    callee_clears Accepted, ["mov rax, r8" "call ct_callee_returns_zero" "test rax, rax" "jne 2f" "2: ret"];
    panic_on_public Accepted, [
        "cmp rcx, 4" "jbe 2f" "push rax" "call ct_core9panicking5panic"
        "2: mov rax, [rsi + 8 * rcx]" "mov [rdi], rax" "ret"
    ];
    xor_forgets Accepted, ["mov rax, r8" "xor eax, eax" "test rax, rax" "je 2f" "2: ret"];
    division_of_public Accepted, ["mov rax, rcx" "mov r9, [rdx]" "xor edx, edx" "div r9" "mov [rdi], rax" "ret"];
    both_paths_meet Accepted, [
        "xor eax, eax" "test rcx, rcx" "je 2f" "mov rax, r8" "2: mov [rdi], rax" "ret"
    ];
    constant_fill Accepted, ["sub rsp, 72" "mov r9, rdi" "mov rdi, rsp" "mov rax, r8" "mov ecx, 8" "rep stosq" "add rsp, 72" "ret"];
    round_down_the_stack Accepted, [
        "push rbp" "mov rbp, rsp" "and rsp, -64" "sub rsp, 64" "mov [rsp], rdi" "mov [rsp + 8], r8"
        "mov rdi, [rsp]" "mov [rdi], r8" "mov rsp, rbp" "pop rbp" "ret"
    ];
    wide_copy Accepted, ["vmovdqu ymm0, [rsi]" "vmovups [rdi], ymm0" "vmovdqu64 zmm1, [rsi]" "vmovdqu64 [rdi], zmm1" "vzeroupper" "ret"];
    pointers_through_wide_vectors Accepted, [
        "vmovq xmm0, rdi" "vpinsrq xmm0, xmm0, rsi, 1" "vinserti128 ymm0, ymm0, xmm0, 1" "vpermq ymm0, ymm0, 78" "vmovdqu [rsp - 40], ymm0"
        "vextracti128 xmm1, ymm0, 1" "vpextrq rax, xmm1, 1" "mov rax, [rax]" "mov rdi, [rsp - 24]" "mov [rdi], rax" "vzeroupper" "ret"
    ];
    upper_half_is_cleared Accepted, [
        "vmovdqu ymm0, [rsi]" "vmovdqu xmm0, [rsi]" "vextracti128 xmm1, ymm0, 1" "vmovq rax, xmm1" "test rax, rax" "je 2f" "2: ret"
    ];
    registers_are_cleared Accepted, ["vmovdqu ymm0, [rsi]" "vzeroupper" "vextracti128 xmm1, ymm0, 1" "vmovq rax, xmm1" "test rax, rax" "je 2f" "2: ret"];
    xor_of_wide_registers_forgets Accepted, [
        "vmovdqu ymm0, [rsi]" "vpxor ymm0, ymm0, ymm0" "vpextrq rax, xmm0, 1" "test rax, rax" "je 2f"
        "2: vmovdqu64 zmm0, [rsi]" "vpternlogd zmm0, zmm0, zmm0, 255" "vmovq rax, xmm0" "inc rax" "je 3f" "3: ret"
    ];
    wide_select_by_vector Accepted, [
        "vmovq xmm2, r8" "vpbroadcastq ymm2, xmm2" "vmovdqu ymm0, [rsi]" "vpblendvb ymm0, ymm0, [rsi + 32], ymm2" "vmovdqu [rdi], ymm0" "ret"
    ];
    wide_select_by_mask Accepted, [
        "kmovd k1, r8d" "vmovdqu64 zmm0, [rsi]" "vmovdqu64 zmm1, [rsi + 64]" "vmovdqa64 zmm0{{k1}}, zmm1" "vmovdqu64 [rdi], zmm0" "ret"
    ];
    known_mask_of_memory Accepted, [
        "mov eax, 15" "kmovd k1, eax" "vmovdqu64 zmm0{{k1}}{{z}}, [rsi]" "vmovdqu64 [rdi]{{k1}}, zmm0"
        // The upper half is known.
        "vextracti64x4 ymm1, zmm0, 1" "vmovq rax, xmm1" "test rax, rax" "je 2f" "2: ret"
    ];
    public_mask_of_a_load Accepted, ["kmovd k1, ecx" "vmovdqu64 zmm0{{k1}}{{z}}, [rsi]" "vmovdqu64 [rdi], zmm0" "ret"];
    public_lane_beside_a_secret Accepted, [
        "vmovq xmm0, rcx" "vpinsrq xmm0, xmm0, r8, 1" "vpaddq xmm0, xmm0, xmm0" "vmovq rax, xmm0" "test rax, rax" "je 2f" "2: ret"
    ];
    known_index_of_a_permutation Accepted, [
        "vmovq xmm0, rcx" "vpinsrq xmm0, xmm0, r8, 1" "vpxor xmm2, xmm2, xmm2" "vpermq ymm1, ymm2, ymm0" "vpextrq rax, xmm1, 1" "test rax, rax" "je 2f" "2: ret"
    ];
    secret_index_of_a_permutation Accepted, ["vmovq xmm2, r8" "vmovdqu64 zmm0, [rsi]" "vpermq zmm0, zmm2, zmm0" "vmovdqu64 [rdi], zmm0" "ret"];
    secrets_by_bmi Accepted, [
        "blsr rax, r8" "bzhi rax, rax, r8" "bextr rax, [rsi], rax" "shlx rax, rax, r8" "rorx rax, rax, 7" "movbe r9, [rsi]" "andn rax, r9, rax" "tzcnt r9, rax"
        "btr rax, r9" "mov [rdi], rax" "ret"
    ];
    wide_division_of_public Accepted, ["vmovq xmm0, rcx" "vdivsd xmm0, xmm0, [rdx]" "vmovq [rdi], xmm0" "ret"];
    masks_of_constants Accepted, [
        "kxnorw k1, k1, k1" "kshiftrw k2, k1, 8" "kortestb k2, k2" "jc 2f" "2: kunpckbw k3, k2, k2" "kmovw eax, k3" "cmp eax, 65535" "je 3f" "3: ret"
    ];
}

corpus! { refuse:
    branch Branch, ["test r8, r8" "je 2f" "inc qword ptr [rdi]" "2: ret"];
    branch_on_memory Branch, ["cmp qword ptr [rsi], 0" "je 2f" "2: ret"];
    branch_on_carry Branch, ["mov rax, [rsi]" "sub rax, [rsi + 8]" "jb 2f" "2: ret"];
    branch_on_overflow Branch, ["xor eax, eax" "mov rax, [rsi]" "adox rax, r8" "jo 2f" "2: ret"];
    branch_on_parity Branch, ["or r8, 2" "jp 2f" "2: ret"];
    branch_after_select Branch, ["mov rax, 1" "test r8, r8" "cmove rax, rcx" "test rax, rax" "je 2f" "2: ret"];
    branch_after_setcc Branch, ["test r8, r8" "sete al" "cmp al, 1" "je 2f" "2: ret"];
    branch_after_sbb Branch, ["cmp r8, 5" "sbb eax, eax" "test eax, eax" "js 2f" "2: ret"];
    branch_after_mulx Branch, ["mov rdx, 3" "mulx rax, r9, r8" "cmp rax, 1" "je 2f" "2: ret"];
    branch_after_vector Branch, [
        "movdqu xmm0, [rsi]" "pxor xmm1, xmm1" "pcmpeqb xmm0, xmm1" "pmovmskb eax, xmm0" "cmp eax, 65535" "je 2f" "2: ret"
    ];
    branch_on_one_lane Branch, [
        "movq xmm0, rcx" "movq xmm1, r8" "punpcklqdq xmm0, xmm1" "pshufd xmm0, xmm0, 238" "movq rax, xmm0"
        "test rax, rax" "je 2f" "2: ret"
    ];
    branch_on_half Branch, ["mov rax, r8" "shr rax, 63" "dec rax" "jne 2f" "2: ret"];
    branch_in_second_round Branch, [
        // The condition is a constant at first and a secret later.
        "xor eax, eax" "mov ecx, 3" "2: test rax, rax" "jne 3f" "mov rax, [rsi]" "dec ecx" "jne 2b" "3: ret"
    ];
    branch_in_later_public_round Branch, [
        // The same in a loop whose count is unknown.
        "xor eax, eax" "xor r9d, r9d" "xor r10d, r10d"
        "2: test rax, rax" "jne 3f" "mov rax, r9" "mov r9, r10" "mov r10, [rsi]" "dec rcx" "jne 2b" "3: ret"
    ];
    flags_of_no_shift Branch, ["test r8, r8" "mov eax, 5" "shl eax, cl" "je 2f" "2: ret"];
    flags_of_no_double_shift Branch, ["test r8, r8" "mov eax, 5" "mov edx, 5" "shld eax, edx, cl" "je 2f" "2: ret"];
    old_value_of_no_bit Branch, ["mov rax, r8" "bsf rax, rcx" "cmp rax, 1" "je 2f" "2: ret"];
    flags_through_the_stack Instruction, ["test r8, r8" "pushfq" "pop rax" "ret"];
    branch_on_one_public_path Branch, [
        "xor eax, eax" "test rcx, rcx" "je 2f" "mov rax, r8" "2: test rax, rax" "je 3f" "3: ret"
    ];
    spilled_and_reloaded Branch, ["push r8" "mov rax, [rsp]" "pop r9" "test rax, rax" "je 2f" "2: ret"];
    spilled_in_part Branch, ["mov qword ptr [rsp - 8], 0" "mov [rsp - 5], r8b" "mov rax, [rsp - 8]" "test rax, rax" "je 2f" "2: ret"];
    spilled_by_public_index Branch, [
        "and ecx, 3" "mov qword ptr [rsp - 32], 0" "mov [rsp + 8 * rcx - 64], r8" "cmp qword ptr [rsp - 32], 0" "je 2f" "2: ret"
    ];
    written_and_read_back Branch, ["mov qword ptr [rdi], r8" "mov rax, [rdi]" "test rax, rax" "je 2f" "2: ret"];
    callee_branches Branch, ["mov rax, r8" "call ct_callee_branches" "ret"];
    callee_loads_secret Branch, ["call ct_callee_loads" "test rax, rax" "je 2f" "2: ret"];
    callee_in_public_path Branch, ["test rcx, rcx" "je 2f" "mov rax, [rsi]" "call ct_callee_branches" "2: ret"];
    static_variable Branch, ["cmp qword ptr [rip + ct_variable], 0" "je 2f" "2: ret"];
    callers_register Branch, ["test rbx, rbx" "je 2f" "2: ret"];
    early_exit_memcmp Branch, [
        "xor eax, eax" "2: mov cl, [rdi + rax]" "cmp cl, [rsi + rax]" "jne 3f" "inc rax" "cmp rax, 32" "jne 2b" "3: ret"
    ];
    secret_loop_count Branch, ["mov rcx, [rsi]" "2: shl qword ptr [rdi], 1" "dec rcx" "jne 2b" "ret"];
    secret_repeat_count Branch, ["mov rcx, [rsi]" "xor eax, eax" "rep stosb" "ret"];
    loop_instruction Instruction, ["mov rcx, [rsi]" "2: shl qword ptr [rdi], 1" "loop 2b" "ret"];
    jrcxz Instruction, ["mov rcx, [rsi]" "jrcxz 2f" "2: ret"];
    indirect_jump Branch, ["lea rax, [rip + ct_callee_loads]" "add rax, [rsi]" "jmp rax"];
    indirect_call Branch, ["call qword ptr [rsi]" "ret"];
    indirect_public_jump Target, ["jmp rcx"];
    return_to_secret Branch, ["mov [rsp], r8" "ret"];
    panic_on_secret Branch, ["cmp r8, 4" "jbe 2f" "push rax" "call ct_core9panicking5panic" "2: ret"];
    secret_index Address, ["mov rax, [rsi + 8 * r8]" "mov [rdi], rax" "ret"];
    secret_index_in_constants Address, ["lea r9, [rip + ct_table]" "and r8d, 3" "mov rax, [r9 + 8 * r8]" "ret"];
    secret_index_on_the_stack Address, ["and r8d, 3" "mov rax, [rsp + 8 * r8 - 64]" "ret"];
    secret_index_written Address, ["mov byte ptr [rdi + r8], 1" "ret"];
    secret_index_of_a_vector Address, ["and r8d, 1" "shl r8d, 4" "movdqu xmm0, [rsi + r8]" "ret"];
    secret_pointer Address, ["lea rax, [rsi + 8]" "test r8, r8" "cmovne rax, rsi" "mov rax, [rax]" "ret"];
    pointer_from_memory Address, ["mov rax, [rsi]" "mov rax, [rax]" "ret"];
    push_from_secret_address Address, ["push qword ptr [rsi + r8]" "pop rax" "ret"];
    secret_bit_string Instruction, ["bt [rsi], r8" "ret"];
    division Latency, ["mov rax, r8" "xor edx, edx" "mov ecx, 10" "div rcx" "mov [rdi], rax" "ret"];
    division_by_secret Latency, ["mov rax, rcx" "xor edx, edx" "div r8d" "ret"];
    division_by_memory Latency, ["mov eax, 1000" "cdq" "idiv dword ptr [rsi]" "ret"];
    division_of_bytes Latency, ["movzx eax, r8b" "mov cl, 3" "div cl" "ret"];
    floating_division Latency, ["movsd xmm0, [rsi]" "movsd xmm1, [rsi + 8]" "divsd xmm0, xmm1" "ret"];
    floating_root Latency, ["sqrtpd xmm0, [rsi]" "ret"];
    scattered_bits Latency, ["pdep rax, r8, rcx" "ret"];
    old_floating_point Instruction, ["fld qword ptr [rsi]" "fsqrt" "fstp qword ptr [rdi]" "ret"];
    floating_point Instruction, ["cvtsi2sd xmm0, r8" "addsd xmm0, xmm0" "ret"];
    time_stamp Instruction, ["rdtsc" "ret"];
    system_call Instruction, ["mov eax, 39" "syscall" "ret"];
    thread_local Instruction, ["mov rax, fs:[0]" "ret"];
    compare_bytes Call, ["mov edx, 32" "sub rsp, 8" "call memcmp@PLT" "add rsp, 8" "ret"];
    unknown_function Call, ["sub rsp, 8" "call getpid@PLT" "add rsp, 8" "ret"];
    copy_of_secret_length Call, ["mov rdx, r8" "sub rsp, 8" "call memcpy@PLT" "add rsp, 8" "ret"];
    to_public_memory Write, ["mov [rdx], r8" "ret"];
    to_static_memory Write, ["mov [rip + ct_variable], r8" "ret"];
    to_anywhere Write, ["mov rax, [rdx]" "mov [rax], r8" "ret"];
    null Memory, ["xor eax, eax" "mov rax, [rax]" "ret"];
    branch_after_vptest Branch, ["vmovdqu ymm0, [rsi]" "vptest ymm0, ymm0" "je 2f" "2: ret"];
    branch_after_ptest Branch, ["movdqu xmm0, [rsi]" "ptest xmm0, xmm0" "je 2f" "2: ret"];
    branch_after_kortest Branch, ["vmovdqu64 zmm0, [rsi]" "vptestmq k1, zmm0, zmm0" "kortestb k1, k1" "je 2f" "2: ret"];
    branch_after_mask_arithmetic Branch, ["kmovd k1, r8d" "kxnorw k2, k2, k2" "kandw k1, k1, k2" "kmovw eax, k1" "test eax, eax" "je 2f" "2: ret"];
    branch_after_movmsk Branch, ["vmovdqu ymm0, [rsi]" "vpmovmskb eax, ymm0" "inc eax" "je 2f" "2: ret"];
    branch_on_a_kept_upper_half Branch, [
        // Without VEX the upper half stays.
        "vmovdqu ymm0, [rsi]" "pxor xmm0, xmm0" "vextracti128 xmm1, ymm0, 1" "vmovq rax, xmm1" "test rax, rax" "je 2f" "2: ret"
    ];
    branch_on_a_kept_element Branch, [
        "vmovdqu64 zmm0, [rsi]" "mov eax, 1" "kmovd k1, eax" "vpxor xmm1, xmm1, xmm1" "vmovdqa64 zmm0{{k1}}, zmm1" "vpextrq rax, xmm0, 1" "test rax, rax" "je 2f" "2: ret"
    ];
    branch_after_secret_mask Branch, [
        "kmovd k1, r8d" "vpxor xmm0, xmm0, xmm0" "vpternlogd zmm1, zmm1, zmm1, 255" "vmovdqa64 zmm0{{k1}}, zmm1" "vmovq rax, xmm0" "test rax, rax" "je 2f" "2: ret"
    ];
    branch_after_permutation Branch, ["vmovq xmm2, r8" "vpxor xmm0, xmm0, xmm0" "vpermd ymm0, ymm2, ymm0" "vmovq rax, xmm0" "test rax, rax" "je 2f" "2: ret"];
    branch_after_wide_sum Branch, ["vmovq xmm0, rcx" "vpaddq xmm0, xmm0, [rsi]" "vmovq rax, xmm0" "test rax, rax" "je 2f" "2: ret"];
    branch_after_wide_shift Branch, ["vmovq xmm0, rcx" "vmovq xmm1, r8" "vpsllq xmm0, xmm0, xmm1" "vpextrq rax, xmm0, 1" "test rax, rax" "je 2f" "2: ret"];
    branch_after_blsr Branch, ["blsr rax, r8" "je 2f" "2: ret"];
    branch_after_bzhi Branch, ["bzhi rax, rcx, r8" "jb 2f" "2: ret"];
    branch_after_bextr Branch, ["bextr rax, rcx, r8" "je 2f" "2: ret"];
    branch_after_btr Branch, ["btr rcx, r8" "jb 2f" "2: ret"];
    secret_index_of_a_wide_vector Address, ["and r8d, 1" "shl r8d, 5" "vmovdqu ymm0, [rsi + r8]" "ret"];
    secret_index_of_a_wide_store Address, ["and r8d, 1" "shl r8d, 5" "vmovdqu [rdi + r8], ymm0" "ret"];
    secret_index_of_a_broadcast Address, ["and r8d, 1" "vpaddq zmm0, zmm1, [rsi + 8 * r8]{{1to8}}" "ret"];
    gather_by_secrets Address, ["vmovdqu ymm1, [rsi]" "vpcmpeqd ymm2, ymm2, ymm2" "vpgatherqq ymm0, [rsi + 8 * ymm1], ymm2" "ret"];
    gather_of_floats_by_secrets Address, ["vmovdqu xmm1, [rsi]" "vpcmpeqd ymm2, ymm2, ymm2" "vgatherdpd ymm0, [rsi + 8 * xmm1], ymm2" "ret"];
    gather_under_a_secret_mask Address, ["vpxor xmm1, xmm1, xmm1" "vmovdqu ymm2, [rsi]" "vpgatherqq ymm0, [rsi + 8 * ymm1], ymm2" "ret"];
    gather_under_a_secret_mask_register Address, ["vpxor xmm1, xmm1, xmm1" "kmovd k1, r8d" "vpgatherqq zmm0{{k1}}, [rsi + 8 * zmm1]" "ret"];
    gather_by_public_numbers Instruction, ["vmovdqu ymm1, [rdx]" "vpcmpeqd ymm2, ymm2, ymm2" "vpgatherqq ymm0, [rsi + 8 * ymm1], ymm2" "ret"];
    scatter_by_secrets Address, ["vmovdqu64 zmm1, [rsi]" "kxnorb k1, k1, k1" "vpscatterqq [rdi + 8 * zmm1]{{k1}}, zmm0" "ret"];
    load_under_a_secret_mask Mask, ["kmovd k1, r8d" "vmovdqu64 zmm0{{k1}}{{z}}, [rsi]" "ret"];
    operand_under_a_secret_mask Mask, ["kmovd k1, r8d" "vpaddq zmm0{{k1}}, zmm1, [rsi]" "ret"];
    store_under_a_secret_mask Mask, ["kmovd k1, r8d" "vmovdqu64 [rdi]{{k1}}, zmm0" "ret"];
    store_under_a_public_mask Write, ["kmovd k1, ecx" "vmovdqu64 [rdi]{{k1}}, zmm0" "ret"];
    wide_division Latency, ["vmovdqu ymm0, [rsi]" "vdivpd ymm0, ymm0, ymm0" "ret"];
    wide_division_by_secret Latency, ["vmovq xmm0, rcx" "vdivsd xmm0, xmm0, [rsi]" "ret"];
    wide_root Latency, ["vsqrtps ymm0, [rsi]" "ret"];
    wide_root_under_a_mask Latency, ["vmovq xmm0, rcx" "kxnorb k1, k1, k1" "vsqrtpd xmm0{{k1}}, xmm0" "ret"];
    gathered_bits Latency, ["pext rax, rcx, r8" "ret"];
    wide_floating_point Instruction, ["vmovdqu ymm0, [rsi]" "vaddpd ymm0, ymm0, ymm0" "ret"];
    fused_floating_point Instruction, ["vfmadd231pd ymm0, ymm1, ymm2" "ret"];
    compressed_store Instruction, ["kmovd k1, r8d" "vpcompressq [rdi]{{k1}}, zmm0" "ret"];
    compressed_register Instruction, ["kmovd k1, r8d" "vpcompressq zmm0{{k1}}, zmm1" "ret"];
    old_masked_load Instruction, ["vmovdqu ymm1, [rsi]" "vpmaskmovq ymm0, ymm1, [rsi]" "ret"];
    conflicts Instruction, ["vpconflictq zmm0, zmm1" "ret"];
    random_number Instruction, ["rdrand rax" "ret"];
    bit_string_in_memory Instruction, ["bts [rdi], r8" "ret"];
    compare_and_exchange Instruction, ["lock cmpxchg [rdi], r8" "ret"];
    no_end Endless, ["2: inc rax" "jmp 2b"];
}

fn own_image() -> Image {
    // Nothing refers to the functions otherwise, and the linker would drop them.
    unsafe extern "C" {
        fn ct_accept_nothing();
    }
    std::hint::black_box(ct_accept_nothing as *const ());
    let file = std::env::current_exe().expect("a path");
    Image::parse(&std::fs::read(file).expect("this program")).expect("an ELF file")
}

fn scan(image: &Image, name: &str) -> Result<Report, Finding> {
    let secret = || Argument::Pointer(Memory::Secret);
    let arguments = [
        secret(),
        secret(),
        Argument::Pointer(Memory::Public),
        Argument::Public,
        Argument::Secret,
    ];
    Scan::new(image)
        .with_patience(1_000_000)
        .function(name, &arguments)
}

fn kind(verdict: &Result<Report, Finding>) -> Option<Expected> {
    Some(match verdict.as_ref().map_err(|finding| &finding.reason) {
        Ok(_) => Accepted,
        Err(Reason::Branch) => Branch,
        Err(Reason::Address) => Address,
        Err(Reason::Mask) => Mask,
        Err(Reason::Latency) => Latency,
        Err(Reason::Call(_)) => Call,
        Err(Reason::Instruction) => Instruction,
        Err(Reason::Write) => Write,
        Err(Reason::Memory(_)) => Memory,
        Err(Reason::Target) => Target,
        Err(Reason::Endless) => Endless,
        Err(_) => return None,
    })
}

#[test]
fn verdicts() {
    let image = own_image();
    let mut wrong = vec![];
    for (name, expected) in accept.iter().chain(refuse) {
        let verdict = scan(&image, name);
        if kind(&verdict) != Some(*expected) {
            wrong.push(format!("{name}: expected {expected:?}, found {verdict:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn known_public_data_decides_branches() {
    let image = own_image();
    let arguments = |bytes: Vec<u8>| {
        let secret = || Argument::Pointer(Memory::Secret);
        [
            secret(),
            secret(),
            Argument::Pointer(Memory::Known(bytes)),
            Argument::Public,
        ]
    };
    let count = |n: u64| arguments(n.to_le_bytes().to_vec());
    let mut scan = Scan::new(&image);
    let mut steps = |n| {
        scan.function("ct_accept_public_count_in_memory", &count(n))
            .map(|r| (r.steps, r.public_branches))
    };
    assert_eq!(steps(0), Ok((5, 0)));
    assert_eq!(steps(10), Ok((5 + 60, 0)));
    // Shorter than what is read.
    let short = scan.function("ct_accept_public_count_in_memory", &arguments(vec![0; 7]));
    assert_eq!(kind(&short), Some(Memory), "{short:?}");
}

#[test]
fn a_finding_names_its_place() {
    let image = own_image();
    let finding = scan(&image, "ct_refuse_callee_branches").unwrap_err();
    assert_eq!(
        finding.place,
        ["ct_callee_branches+0x2", "ct_refuse_callee_branches+0x8"]
    );
    assert!(
        finding.to_string().starts_with("branch on a secret: jne"),
        "{finding}"
    );
    let missing = scan(&image, "ct_no_such_function").unwrap_err();
    assert_eq!(missing.reason, Reason::Symbol);
}

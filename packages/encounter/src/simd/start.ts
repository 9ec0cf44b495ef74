/** Puts the kernel in, where WebAssembly with SIMD is to be had. */
import { useKernel } from '../tree/kernel.ts';
import { CODE } from './code.ts';
import { WasmKernel } from './wasm-kernel.ts';
import { WebAssembly } from './web-assembly.ts';

/** Returns whether rays and nearest points are answered by the kernel from now on. */
export function startKernel(): boolean {
  try {
    const code = Uint8Array.from(atob(CODE), (c) => c.charCodeAt(0));
    // False where SIMD is missing. A page whose policy forbids WebAssembly throws below.
    if (!WebAssembly.validate(code)) return false;
    useKernel(new WasmKernel(code));
    return true;
  } catch {
    return false;
  }
}

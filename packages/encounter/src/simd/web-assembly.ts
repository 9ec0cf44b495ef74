/** The part of WebAssembly that the kernel uses: a library for any platform has no types of it. Undefined where there is none. */
export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface Api {
  validate(code: Uint8Array): boolean;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  readonly Memory: new (size: { readonly initial: number }) => WebAssemblyMemory;
}

export const WebAssembly: Api = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;

declare module 'heic-decode' {
  interface HeicImage {
    readonly width: number
    readonly height: number
    /** RGBA. */
    decode(): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }>
  }
  const heicDecode: {
    /** Reads the headers of all pictures in the file; each is decoded on demand. */
    all(file: { readonly buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>
  }
  export default heicDecode
}

declare module 'pngjs' {
  interface Image {
    width: number;
    height: number;
    /** Four bytes for each pixel: red, green, blue, alpha. */
    data: Buffer;
  }

  export const PNG: {
    sync: {
      /** @throws Error if it cannot be decoded */
      read: (png: Buffer) => Image;
      write: (image: Image) => Buffer;
    };
  };
}

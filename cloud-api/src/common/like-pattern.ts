/** Returns the LIKE pattern for texts that contain this one, in upper case, with LIKE's wildcards escaped. */
export const containing = (text: string): string => `%${text.toUpperCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

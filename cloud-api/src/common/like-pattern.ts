/** The pattern of LIKE for texts that contain this one, in upper case; what it holds of LIKE's own signs stands for itself. */
export const containing = (text: string): string => `%${text.toUpperCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

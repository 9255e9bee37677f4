import { fileURLToPath } from 'node:url';

const font = (name: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** For names in any script: a PDF's built-in fonts cover Western Europe only. */
export const fonts = { text: font('DejaVuSans'), bold: font('DejaVuSans-Bold') };

/** Points on each side. */
export const pageMargin = 54;

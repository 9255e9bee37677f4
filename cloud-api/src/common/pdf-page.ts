import { fileURLToPath } from 'node:url';

const font = (name: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** Letters of names from everywhere: the fonts that a PDF brings by itself know Western Europe alone. */
export const fonts = { text: font('DejaVuSans'), bold: font('DejaVuSans-Bold') };

/** Points on each side. */
export const pageMargin = 54;

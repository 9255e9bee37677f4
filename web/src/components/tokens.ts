/** The design tokens of Washdesk, the source of every style (docs/rules/screens.md#look). Their values in the dark theme: `dark-tokens.ts`. */
export const tokens = {
  ground: '#F5F7FA',
  surface: '#FFFFFF',
  /** A dialog or menu over the surface. */
  floating: '#FFFFFF',
  shadow: '#10203333',
  line: '#DFE5EC',
  /** The border of fields, with a contrast of 3:1 against the surface. */
  edge: '#8593A3',
  ink: '#102033',
  muted: '#5B6B7D',
  water: '#0B5CAD',
  waterPressed: '#0A4E93',
  waterSelected: '#E6F1FB',
  /** Text on water, go, wait or stop. */
  onWater: '#FFFFFF',
  go: '#14804A',
  goSoft: '#E5F4EC',
  wait: '#B25E00',
  waitSoft: '#FDF1E1',
  stop: '#C02B2B',
  stopPressed: '#9C1F1F',
  stopSoft: '#FBEAEA',
  /** An earlier action: neither yes nor no. */
  slate: '#44546A',
  /** A toast, and the background of a tooltip. */
  toast: '#102033',
  toastHover: '#2A394C',
} as const;

export type Tokens = Readonly<Record<keyof typeof tokens, string>>;

export const radius = 8;
export const fontFamily = "'Inter Variable', system-ui, sans-serif";
/** `counter` for screens used standing, `office` for screens used sitting. */
export const fontSize = { office: 14, counter: 16 } as const;

/** Makes every token a custom property: `waterPressed` is `--water-pressed` in the style sheets. */
export function applyTokens(style: CSSStyleDeclaration, values: Tokens): void {
  for (const [name, value] of Object.entries(values)) style.setProperty(`--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`, value);
  style.setProperty('--radius', `${radius}px`);
  style.setProperty('--font', fontFamily);
}

/** Props of a dialog without an opening or closing animation. */
export const withoutMotion = { transitionName: '', maskTransitionName: '' };

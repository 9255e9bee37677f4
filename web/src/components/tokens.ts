/** The design tokens of Washdesk, the source of every style (docs/rules/screens.md#look). */
export const tokens = {
  ground: '#F5F7FA',
  surface: '#FFFFFF',
  line: '#DFE5EC',
  /** The border of fields, with a contrast of 3:1 against the surface. */
  edge: '#8593A3',
  ink: '#102033',
  muted: '#5B6B7D',
  water: '#0B5CAD',
  waterPressed: '#0A4E93',
  waterSelected: '#E6F1FB',
  go: '#14804A',
  goSoft: '#E5F4EC',
  wait: '#B25E00',
  waitSoft: '#FDF1E1',
  stop: '#C02B2B',
  stopPressed: '#9C1F1F',
  stopSoft: '#FBEAEA',
  /** An earlier action: neither yes nor no. */
  slate: '#44546A',
  laneGround: '#0C1622',
} as const;

export const radius = 8;
export const fontFamily = "'Inter Variable', system-ui, sans-serif";
/** `counter` for screens used standing, `office` for screens used sitting. */
export const fontSize = { office: 14, counter: 16 } as const;

/** Makes every token a custom property: `waterPressed` is `--water-pressed` in the style sheets. */
export function applyTokens(style: CSSStyleDeclaration): void {
  for (const [name, value] of Object.entries(tokens)) style.setProperty(`--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`, value);
  style.setProperty('--radius', `${radius}px`);
  style.setProperty('--font', fontFamily);
}

/** Props of a dialog without an opening or closing animation. */
export const withoutMotion = { transitionName: '', maskTransitionName: '' };

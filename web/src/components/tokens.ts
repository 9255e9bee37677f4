/** The design tokens of Washdesk, which every other style is made from (docs/rules/screens.md#look). */
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
  stopSoft: '#FBEAEA',
  laneGround: '#0C1622',
  /** Backgrounds that tell the club codes of plans apart. */
  club1: '#E4F0FA',
  club2: '#E2F3EF',
  club3: '#F3EFE3',
  club4: '#ECE9F7',
  club5: '#FAE9EF',
  club6: '#FBF0DD',
  club7: '#E9EEF3',
  club8: '#EAF3DF',
} as const;

export const radius = 8;
export const fontFamily = "'Inter Variable', system-ui, sans-serif";
/** `counter` for screens that people stand before, `office` for those that they sit at. */
export const fontSize = { office: 14, counter: 16 } as const;

/** Makes every token a custom property: `waterPressed` is `--water-pressed` in the style sheets. */
export function applyTokens(style: CSSStyleDeclaration): void {
  for (const [name, value] of Object.entries(tokens)) style.setProperty(`--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`, value);
  style.setProperty('--radius', `${radius}px`);
  style.setProperty('--font', fontFamily);
}

const clubColors = 8;

/** The background of plans with this club code, as a style sheet names it: the same for the same code wherever plans are shown. */
export function clubColor(clubCode: string): string {
  const letter = clubCode.toUpperCase().charCodeAt(0) || 0;
  return `var(--club${(letter % clubColors) + 1})`;
}

/** Props of a dialog that opens and closes without an animation. */
export const withoutMotion = { transitionName: '', maskTransitionName: '' };

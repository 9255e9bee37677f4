import { tokens, type Tokens } from './tokens.ts';

/** The tokens of the dark theme, loaded only where it is shown. */
export const darkTokens: Tokens = {
  ...tokens,
  ground: '#0C1622',
  surface: '#15212F',
  floating: '#1C2B3B',
  shadow: '#00000099',
  line: '#2B3B4D',
  edge: '#71849A',
  ink: '#E6EDF5',
  muted: '#A5B4C4',
  water: '#7CB9F5',
  waterPressed: '#A6D1FB',
  waterSelected: '#1B334C',
  onWater: '#0C1622',
  go: '#5CCB93',
  goSoft: '#12312A',
  wait: '#F0B35C',
  waitSoft: '#372915',
  stop: '#FF9C95',
  stopPressed: '#FFBBB6',
  stopSoft: '#402329',
  slate: '#9DB0C4',
  toast: '#2B3B4D',
  toastHover: '#3D4F63',
};

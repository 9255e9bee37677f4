import darkAlgorithm from 'antd/es/theme/themes/dark/index.js';
import { darkTokens } from '../../components/dark-tokens.ts';
import { themeOf } from './theme.ts';

const { token, ...others } = themeOf(darkTokens, 'washdesk-dark');

/** Keeps the colors of buttons, which antd would darken beside those of the style sheets. */
const exactColors: typeof darkAlgorithm = ({ colorPrimary, colorError }, map) => ({ ...map!, colorPrimary, colorError });

/** The dark theme: antd derives what the tokens leave open. */
export const dark = {
  tokens: darkTokens,
  antd: {
    ...others,
    algorithm: [darkAlgorithm, exactColors],
    token: { ...token, colorBgBase: darkTokens.ground, colorTextBase: darkTokens.ink },
  },
};

import darkAlgorithm from 'antd/es/theme/themes/dark/index.js';
import { darkTokens } from '../../components/dark-tokens.ts';
import { themeOf } from './theme.ts';

const { token, ...others } = themeOf(darkTokens, 'washdesk-dark');

/** The dark theme: antd derives what the tokens leave open. */
export const dark = {
  tokens: darkTokens,
  antd: { ...others, algorithm: darkAlgorithm, token: { ...token, colorBgBase: darkTokens.ground, colorTextBase: darkTokens.ink } },
};

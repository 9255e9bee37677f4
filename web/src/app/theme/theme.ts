import type { ThemeConfig } from 'antd';
import { fontFamily, fontSize, radius, type Tokens } from '../../components/tokens.ts';

/** Whether the operating system's settings allow motion, read once when the page opens. */
const mayMove = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Returns where antd's lists and confirmations open: in their dialog or screen, so that they are inside a landmark. Dialogs open in the
 * body. A dialog's own element lets the pointer through; its content does not.
 */
export const popupContainer = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest<HTMLElement>('.ant-modal-container, main') ?? document.body;

/** Returns antd's theme, made from the design tokens. @param key unique, because antd keeps the variables of each theme under it */
export const themeOf = (tokens: Tokens, key: string): ThemeConfig => ({
  cssVar: { key },
  hashed: false,
  token: {
    colorPrimary: tokens.water,
    colorPrimaryHover: tokens.waterPressed,
    colorPrimaryActive: tokens.waterPressed,
    // the outline of what has the focus
    colorPrimaryBorder: tokens.water,
    colorLink: tokens.water,
    colorLinkHover: tokens.waterPressed,
    colorLinkActive: tokens.waterPressed,
    colorInfo: tokens.water,
    colorSuccess: tokens.go,
    colorWarning: tokens.wait,
    colorError: tokens.stop,
    colorErrorHover: tokens.stopPressed,
    colorErrorBorderHover: tokens.stopPressed,
    colorErrorTextHover: tokens.stopPressed,
    colorSuccessBg: tokens.goSoft,
    colorWarningBg: tokens.waitSoft,
    colorErrorBg: tokens.stopSoft,
    colorText: tokens.ink,
    colorTextHeading: tokens.ink,
    colorTextDescription: tokens.muted,
    colorTextSecondary: tokens.muted,
    colorTextPlaceholder: tokens.muted,
    colorBgLayout: tokens.ground,
    colorBgContainer: tokens.surface,
    colorBgElevated: tokens.floating,
    colorBgSpotlight: tokens.toast,
    colorTextLightSolid: tokens.onWater,
    colorWhite: tokens.onWater,
    colorBorder: tokens.edge,
    colorBorderSecondary: tokens.line,
    controlItemBgActive: tokens.waterSelected,
    controlItemBgActiveHover: tokens.waterSelected,
    borderRadius: radius,
    fontFamily,
    fontSize: fontSize.office,
    controlHeight: 40,
    controlHeightLG: 48,
    wireframe: false,
    motion: mayMove,
  },
  components: {
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
    Dropdown: { paddingBlock: 11 },
    Form: { labelHeight: 24, verticalLabelPadding: '0 0 4px', itemMarginBottom: 16 },
    Modal: { titleFontSize: 18 },
    Tooltip: { colorTextLightSolid: 'var(--lane-ink)' },
  },
});

/** The version whose shapes the stand-in speaks: that of the pinned SDK. */
export const apiVersion = '2026-10-28.endive';

/** The simulated API version: that of the pinned SDK. */
export const apiVersion = '2026-10-28.endive';

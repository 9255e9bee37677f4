const colors = 8;

/** The ground of plans with this club code, as a style sheet names it: the same for the same code wherever plans are shown. */
export function clubColor(clubCode: string): string {
  const letter = clubCode.toUpperCase().charCodeAt(0) || 0;
  return `var(--club${(letter % colors) + 1})`;
}

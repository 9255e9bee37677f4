import type { Tone } from './tone.ts';

const outlines: Record<Tone, React.ReactNode> = {
  go: (
    <>
      <circle cx="12" cy="12" r="11" fill="currentColor" />
      <path
        d="M6.5 12.5l3.8 3.8 7.2-8"
        fill="none"
        stroke="var(--shape-mark, var(--surface))"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  wait: (
    <>
      <path
        d="M12 2.2L22.6 20.6a1 1 0 0 1-.9 1.5H2.3a1 1 0 0 1-.9-1.5z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
      <path d="M12 9v6" stroke="var(--shape-mark, var(--surface))" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="12" cy="18.6" r="1.5" fill="var(--shape-mark, var(--surface))" />
    </>
  ),
  stop: (
    <>
      <path d="M7.4 1h9.2L23 7.4v9.2L16.6 23H7.4L1 16.6V7.4z" fill="currentColor" />
      <path d="M8 8l8 8M16 8l-8 8" stroke="var(--shape-mark, var(--surface))" strokeWidth="2.6" strokeLinecap="round" />
    </>
  ),
  neutral: <circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" strokeWidth="3" />,
};

/**
 * The shape of a tone: circle with a check mark, triangle, octagon, ring. It is readable without color vision. It uses the text's color; on
 * a colored field set `--shape-mark` to the field's color.
 */
export function ToneShape({ tone, size = 14 }: { tone: Tone; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      {outlines[tone]}
    </svg>
  );
}

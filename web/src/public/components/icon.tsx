const paths = {
  back: 'm15 5-7 7 7 7',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  info: 'M12 10.5v8M12 5.5v.1',
  lock: 'M8 11V8a4 4 0 0 1 8 0v3M6 11h12v9H6z',
  problem: 'M12 5v9M12 18.9v.1',
} as const;

/** A drawing beside a text, which says the same. */
export function Icon({ name, size = 20 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

import { tokens } from './tokens.ts';

/** The product's mark: a drop of water over a lane. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M12 2c3.6 4.3 5.6 7.4 5.6 10a5.6 5.6 0 0 1-11.2 0C6.4 9.4 8.4 6.3 12 2Z" fill={tokens.water} />
      <path d="M3 21h7M14 21h7" stroke={tokens.ink} strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

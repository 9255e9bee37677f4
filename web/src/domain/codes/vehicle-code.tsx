import { codeKind } from '@washdesk/rules/codes/codes';
import { Plate } from './plate.tsx';
import { TagChip } from './tag-chip.tsx';

/** Draws a code as a license plate or a tag. */
export function VehicleCode({ code, size }: { code: string; size?: 'small' | 'large' }) {
  const kind = codeKind(code);
  return kind === 'tag' || kind === 'card' ? <TagChip code={code} /> : <Plate code={code} size={size} />;
}

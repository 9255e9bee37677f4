import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { fitInk, inkBox } from './ink.ts';
import styles from './signature.module.css';

/** The document's ink and paper: dark blue on white, as it is printed. */
const pen = { penColor: '#0b1f3a', backgroundColor: '#ffffff', minWidth: 0.9, maxWidth: 2.8 };

/** A field with what is drawn on it. */
export interface Ink {
  strokes: () => readonly PointGroup[];
  undo: () => void;
  clear: () => void;
  /** Returns the lines as a PNG on white, cut to what was drawn. @throws Error if nothing is drawn */
  png: () => string;
}

interface InkFieldProps {
  label: string;
  ref: Ref<Ink>;
  /** Called when a line has ended. */
  onInk: () => void;
}

/** A white field for a finger, a pen or a mouse. Its lines stay when the tablet is turned. */
export function InkField({ label, ref, onInk }: InkFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const latest = useRef(onInk);
  useEffect(() => {
    latest.current = onInk;
  });
  useEffect(() => {
    const field = canvas.current;
    if (!field) return;
    const made = new SignaturePad(field, pen);
    pad.current = made;
    const fit = (): void => fitField(field, made);
    made.addEventListener('endStroke', () => latest.current());
    // a change of the screen's density comes with a change of the size
    const sizes = new ResizeObserver(fit);
    sizes.observe(field);
    fit();
    return () => {
      sizes.disconnect();
      made.off();
      pad.current = null;
    };
  }, []);
  useImperativeHandle(ref, () => {
    const strokes = (): PointGroup[] => pad.current?.toData() ?? [];
    const draw = (lines: PointGroup[]): void => void (pad.current && redraw(pad.current, lines));
    return {
      strokes,
      undo: () => draw(strokes().slice(0, -1)),
      clear: () => draw([]),
      png: () => pngOf(canvas.current, strokes()),
    };
  }, []);
  return (
    <div className={styles.padBox}>
      <canvas ref={canvas} className={styles.field} role="img" aria-label={label} />
    </div>
  );
}

/** Gives the canvas the pixels of the screen and draws its lines again: a change of its size clears it. */
function fitField(field: HTMLCanvasElement, pad: SignaturePad): void {
  const { clientWidth: width, clientHeight: height } = field;
  if (width === 0 || height === 0) return;
  const density = Math.max(window.devicePixelRatio, 1);
  field.width = Math.round(width * density);
  field.height = Math.round(height * density);
  field.getContext('2d')?.scale(density, density);
  redraw(pad, fitInk(pad.toData(), { width, height }));
}

/** Ends a line under way: the library forgets its pointer when it draws again, and would wait for its end for ever. */
function redraw(pad: SignaturePad, strokes: PointGroup[]): void {
  pad.fromData(strokes);
  pad.off();
  pad.on();
}

/** Twice the width of the agreement, as on a sharp screen; the cloud accepts up to 2,000 pixels. */
const mostPixels = { width: 604, height: 300 };
const paddingPx = 12;

function pngOf(field: HTMLCanvasElement | null, strokes: readonly PointGroup[]): string {
  const box = inkBox(strokes);
  if (!field || !box) throw new Error('The signature field is empty');
  const density = field.width / field.clientWidth;
  const left = Math.max(0, box.left - paddingPx) * density;
  const top = Math.max(0, box.top - paddingPx) * density;
  const width = Math.min(field.width, (box.right + paddingPx) * density) - left;
  const height = Math.min(field.height, (box.bottom + paddingPx) * density) - top;
  const scale = Math.min(1, mostPixels.width / width, mostPixels.height / height);
  const image = document.createElement('canvas');
  image.width = Math.max(1, Math.round(width * scale));
  image.height = Math.max(1, Math.round(height * scale));
  const context = image.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas');
  context.fillStyle = pen.backgroundColor;
  context.fillRect(0, 0, image.width, image.height);
  context.drawImage(field, left, top, width, height, 0, 0, image.width, image.height);
  return image.toDataURL('image/png');
}

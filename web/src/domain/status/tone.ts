/** The meaning of a color: go, wait, stop or neutral. It is always shown with a word and a shape. */
export type Tone = 'go' | 'wait' | 'stop' | 'neutral';

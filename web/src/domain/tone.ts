/** What a field says at a glance: go on, wait and look, stop, or nothing of the kind. Always beside a word and a shape. */
export type Tone = 'go' | 'wait' | 'stop' | 'neutral';

import '../public.css';
import { startPage } from '../lib/start-page.tsx';
import { SignaturePage } from './signature-page.tsx';
import { dictionaries } from './texts/texts.ts';

await startPage(dictionaries, <SignaturePage />);

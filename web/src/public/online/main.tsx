import '../public.css';
import { startPage } from '../lib/start-page.tsx';
import { OnlinePage } from './online-page.tsx';
import { dictionaries } from './texts/texts.ts';

await startPage(dictionaries, <OnlinePage />);

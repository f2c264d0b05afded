import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root".');

createRoot(root).render(
  // A field that is bound to the URL must be rendered at once.
  <BrowserRouter useTransitions={false}>
    <App />
  </BrowserRouter>,
);

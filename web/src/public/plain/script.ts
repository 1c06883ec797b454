// The only script of a plain page. `data-application` of its element is the entry of the application.
import { hasSession, isReplacedForUsers, startPlainPage } from './plain-page.ts';

const application = document.querySelector<HTMLElement>('script[data-application]')?.dataset[
  'application'
];

if (application !== undefined && hasSession() && isReplacedForUsers()) {
  import(/* @vite-ignore */ application).catch(() => {
    // The page for visitors is better than an empty one.
    delete document.documentElement.dataset['session'];
    startPlainPage();
  });
} else {
  startPlainPage();
}

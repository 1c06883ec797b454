import { GOOGLE_SIGN_IN_PATH, returnPath } from '@pontual/contract/identity/google.ts';
import { WITHOUT_GOOGLE_META } from '@pontual/contract/shared/page-meta.ts';
import { useState } from 'react';
import { readMeta } from '../../ui/page/page-meta.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { isInAppBrowser, systemBrowserUrl } from './in-app-browser.ts';

const hasGoogle = () => readMeta(WITHOUT_GOOGLE_META) === null;

/** A plain link, because the browser must leave the application. `to` is the page to return to. */
export function GoogleButton({ to }: { to?: string | undefined }) {
  if (!hasGoogle()) return null;
  const returnTo = returnPath(to);
  const query =
    returnTo === undefined ? '' : `?${new URLSearchParams({ to: returnTo }).toString()}`;
  const path = `/api${GOOGLE_SIGN_IN_PATH}${query}`;
  if (isInAppBrowser(navigator.userAgent)) return <SystemBrowser url={location.origin + path} />;
  return (
    <a href={path} className={buttonClass({ variant: 'line', size: 'lg', block: true })}>
      <GoogleLogo />
      Continuar com Google
    </a>
  );
}

/** The link signs in with Google as soon as it is opened, so that the page to return to is kept. */
function SystemBrowser({ url }: { url: string }) {
  const [text, setText] = useState<string>();
  const address = systemBrowserUrl(navigator.userAgent, url);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setText('Link copiado.');
    } catch {
      // An application may deny its pages the clipboard.
      setText(url);
    }
  };
  return (
    <div className="grid gap-3 text-sm">
      <p>
        O Google não funciona dentro deste aplicativo.{' '}
        {address === undefined ? 'Copie o link e abra no Safari.' : 'Abra no navegador do celular.'}
      </p>
      {address === undefined ? null : (
        <a href={address} className={buttonClass({ variant: 'line', size: 'lg', block: true })}>
          Abrir no navegador
        </a>
      )}
      <Button variant="line" onClick={() => void copy()}>
        Copiar link
      </Button>
      <output className="break-all empty:hidden">{text}</output>
    </div>
  );
}

export function EmailDivider() {
  if (!hasGoogle()) return null;
  return (
    <p className="flex items-center gap-3.5 text-xs text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      ou com e-mail
    </p>
  );
}

function GoogleLogo() {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M23.5 12.27c0-.85-.08-1.67-.22-2.45H12v4.64h6.45a5.52 5.52 0 0 1-2.39 3.62v3h3.87c2.26-2.08 3.57-5.15 3.57-8.81z"
      />
      <path
        fill="#34A853"
        d="M12 24c3.24 0 5.96-1.07 7.94-2.91l-3.87-3.01c-1.08.72-2.45 1.15-4.07 1.15-3.13 0-5.78-2.11-6.73-4.96H1.28v3.11A12 12 0 0 0 12 24z"
      />
      <path fill="#FBBC05" d="M5.27 14.27a7.2 7.2 0 0 1 0-4.54V6.62H1.28a12 12 0 0 0 0 10.76z" />
      <path
        fill="#EA4335"
        d="M12 4.77c1.76 0 3.35.61 4.6 1.8l3.43-3.43C17.95 1.19 15.24 0 12 0A12 12 0 0 0 1.28 6.62l3.99 3.11C6.22 6.88 8.87 4.77 12 4.77z"
      />
    </svg>
  );
}

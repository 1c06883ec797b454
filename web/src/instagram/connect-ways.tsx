import { Link2, LogIn } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useConnect, type ConnectOptions } from './use-connect.ts';

/** The page comes first: only with it, everything works. */
const ways = [
  {
    login: 'facebook',
    title: 'Com página do Facebook',
    text: 'Escolha se a conta está ligada a uma página que o seu perfil do Facebook administra.',
    button: { label: 'Conectar Instagram', variant: 'ink', icon: <Link2 size={17} /> },
    opens: 'Abrindo o Facebook...',
  },
  {
    login: 'instagram',
    title: 'Sem página do Facebook',
    text: 'Entre com a própria conta do Instagram. A busca de locais não funciona.',
    button: { label: 'Entrar pelo Instagram', variant: 'line', icon: <LogIn size={17} /> },
    opens: 'Abrindo o Instagram...',
  },
] as const;

type ConnectWaysProps = Pick<ConnectOptions, 'another' | 'onStart' | 'onFailure'>;

/** Both logins, each with when to choose it. */
export const ConnectWays = (props: ConnectWaysProps) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
    {ways.map((way) => (
      <Way key={way.login} way={way} {...props} />
    ))}
  </ul>
);

function Way({ way, ...options }: ConnectWaysProps & { way: (typeof ways)[number] }) {
  const { login, title, text, button, opens } = way;
  const connect = useConnect({ ...options, login });
  return (
    <li className="grid gap-2.5 border-t border-line pt-4 text-sm">
      <p className="text-pretty text-ink-2">
        <b className="mb-0.5 block font-semibold text-ink">{title}</b>
        {text}
      </p>
      <Button
        variant={button.variant}
        block
        icon={button.icon}
        busy={connect.isPending}
        busyLabel={opens}
        onClick={() => connect.mutate()}
      >
        {button.label}
      </Button>
    </li>
  );
}

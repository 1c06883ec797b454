import { ArrowRight, Check } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const premiumFeatures = [
  'Análise de 6 meses',
  'Comparações mensais',
  'Insights de hashtags',
  'Exportação de dados',
];

export function UpgradeCard() {
  return (
    <Card
      aria-labelledby="mais-com-premium"
      className="mt-3 grid gap-5 p-4 lg:mt-4 lg:grid-cols-[1fr_auto] lg:items-center lg:p-6"
    >
      <div>
        <h2 id="mais-com-premium" className="font-heading text-xl leading-[1.15] font-bold">
          Veja mais longe com o Premium
        </h2>
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm text-ink-2">
          {premiumFeatures.map((each) => (
            <li key={each} className="flex items-center gap-2">
              <Check size={16} className="text-pub-text" />
              {each}
            </li>
          ))}
        </ul>
      </div>
      <Link to={paths.plans} className={buttonClass({ variant: 'ink' })}>
        Fazer upgrade para o Premium
        <ArrowRight size={16} />
      </Link>
    </Card>
  );
}

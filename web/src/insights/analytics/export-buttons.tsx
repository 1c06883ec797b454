import {
  ANALYTICS_DAYS,
  exportAnalytics,
  exportFormats,
} from '@pontual/contract/insights/analytics.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { isRefusal } from '../../api/api-error.ts';
import { download } from '../../api/download.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';

type Format = (typeof exportFormats)[number];

const FAILED = 'Erro ao exportar dados';

export function ExportButtons({ account }: { account: string | undefined }) {
  const save = useMutation({
    mutationFn: (format: Format) =>
      download(exportAnalytics, { query: { format, period: ANALYTICS_DAYS, account } }),
    onError: (error) =>
      showToast({ text: isRefusal(error) ? `${FAILED}. ${error.message}` : FAILED, error: true }),
  });
  return exportFormats.map((format) => {
    const isThisFormat = save.variables === format;
    return (
      <Button
        key={format}
        variant="line"
        className="max-lg:flex-1"
        icon={<Download size={16} />}
        busy={save.isPending && isThisFormat}
        busyLabel="Exportando..."
        disabled={save.isPending && !isThisFormat}
        onClick={() => save.mutate(format)}
      >
        Exportar {format.toUpperCase()}
      </Button>
    );
  });
}

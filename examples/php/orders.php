<?php

declare(strict_types=1);

/** The orders, a file each; a table of a database in a shop that is one. */
final class Orders
{
    private string $folder;

    public function __construct(string $folder)
    {
        $this->folder = $folder;
        if (!is_dir($folder)) {
            mkdir($folder, 0700);
        }
    }

    /** Nobody can guess the number of another shopper's order. */
    public function create(string $item, int $amount, string $currency): string
    {
        $number = bin2hex(random_bytes(16));
        $order = ['item' => $item, 'record' => Tender::record($number, $amount, $currency)];
        file_put_contents("{$this->folder}/$number", json_encode($order, JSON_THROW_ON_ERROR), LOCK_EX);
        return $number;
    }

    public function has(string $number): bool
    {
        return preg_match('/^[0-9a-f]{32}$/D', $number) === 1 && is_file("{$this->folder}/$number");
    }

    /** Changes an order while nobody else does; in a database a transaction that begins with SELECT … FOR UPDATE. */
    public function update(string $number, callable $change): array
    {
        $file = fopen("{$this->folder}/$number", 'r+');
        flock($file, LOCK_EX);
        try {
            $order = $change(json_decode(stream_get_contents($file), true, 16, JSON_THROW_ON_ERROR));
            rewind($file);
            ftruncate($file, 0);
            fwrite($file, json_encode($order, JSON_THROW_ON_ERROR));
            return $order;
        } finally {
            fclose($file);
        }
    }
}

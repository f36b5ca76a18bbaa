<?php

declare(strict_types=1);

/** The orders, a file each; a table of a database in a shop that is one. */
final class Orders
{
    public function __construct(private readonly string $folder)
    {
        if (!is_dir($folder)) {
            mkdir($folder, 0700);
        }
    }

    /** Nobody can guess the number of another shopper's order. */
    public function create(string $item): string
    {
        $number = bin2hex(random_bytes(16));
        file_put_contents("{$this->folder}/$number", $item);
        return $number;
    }

    public function has(string $number): bool
    {
        return ctype_xdigit($number) && is_file("{$this->folder}/$number");
    }

    public function itemOf(string $number): string
    {
        return file_get_contents("{$this->folder}/$number");
    }

    /** Returns true once for each order. */
    public function markSent(string $number): bool
    {
        return @fopen("{$this->folder}/$number.sent", 'x') !== false;
    }
}

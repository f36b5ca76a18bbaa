<?php

declare(strict_types=1);

/** What a shop needs of the proxy: tickets, the state of orders, and webhooks. */
final class Tender
{
    private function __construct(
        public readonly string $proxy,
        private readonly string $ticketSecret,
        private readonly string $apiKey,
        private readonly string $webhookSecret,
    ) {
    }

    public static function fromEnvironment(): self
    {
        $required = fn (string $name): string => getenv($name) ?: throw new RuntimeException("$name is required");
        return new self(
            $required('TENDER_PUBLIC_URL'),
            $required('TENDER_TICKET_SECRET'),
            $required('TENDER_API_KEY'),
            $required('TENDER_WEBHOOK_SECRET'),
        );
    }

    /** Signs an order ticket: a JWT with HS256. */
    public function sign(array $claims): string
    {
        $claims += ['iat' => time(), 'exp' => time() + 20 * 60];
        $text = self::base64url(json_encode(['alg' => 'HS256', 'typ' => 'JWT']))
            . '.' . self::base64url(json_encode($claims, JSON_THROW_ON_ERROR));
        return $text . '.' . self::base64url(hash_hmac('sha256', $text, $this->ticketSecret, true));
    }

    /** Reads what has become of an order. The gateway does not know it before the checkout has been shown. */
    public function stateOf(string $number): string
    {
        $context = stream_context_create(['http' => [
            'header' => "Authorization: Bearer {$this->apiKey}",
            'ignore_errors' => true,
            'timeout' => 60,
        ]]);
        $body = file_get_contents("{$this->proxy}/merchant/orders/" . rawurlencode($number), false, $context);
        $answer = json_decode($body ?: '', true) ?? [];
        if (($answer['error']['code'] ?? null) === 'order_unknown') {
            return 'open';
        }
        return $answer['state'] ?? throw new RuntimeException('The order cannot be read: ' . json_encode($answer));
    }

    /** The event of a webhook whose signature is right (Standard Webhooks), and that is not older than five minutes. */
    public function webhook(string $body, array $server, int $now): ?array
    {
        $id = $server['HTTP_WEBHOOK_ID'] ?? '';
        $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
        if (abs($now - (int) $timestamp) > 5 * 60) {
            return null;
        }
        $key = base64_decode(substr($this->webhookSecret, strlen('whsec_')));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
            }
        }
        return null;
    }

    /** The Content-Security-Policy of the shop's pages. */
    public function policy(): string
    {
        return "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src data:; "
            . "script-src 'self' {$this->proxy}; frame-src {$this->proxy}; "
            . "require-trusted-types-for 'script'; trusted-types lit-html";
    }

    private static function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}

<?php

declare(strict_types=1);

/**
 * Tender checkout for a shop in PHP 7.4 or later: tickets, the merchant's API, webhooks, and what an order of the proxy
 * says about the shop's own. One file without packages; it needs the extensions json and hash, and cURL or openssl.
 */
final class Tender
{
    /** Address of the proxy, such as https://pay-shop.example. */
    public string $proxy;
    private string $ticketSecret;
    private string $apiKey;
    private string $webhookSecret;

    public function __construct(string $proxy, string $ticketSecret, string $apiKey, string $webhookSecret)
    {
        $this->proxy = rtrim($proxy, '/');
        $this->ticketSecret = $ticketSecret;
        $this->apiKey = $apiKey;
        $this->webhookSecret = $webhookSecret;
        // HMAC with an empty key is a signature that everybody can make.
        foreach (get_object_vars($this) as $name => $value) {
            if ($value === '') {
                throw new InvalidArgumentException("$name is empty");
            }
        }
    }

    public static function fromEnvironment(): self
    {
        $names = ['TENDER_PUBLIC_URL', 'TENDER_TICKET_SECRET', 'TENDER_API_KEY', 'TENDER_WEBHOOK_SECRET'];
        return new self(...array_map(fn (string $name): string => (string) getenv($name), $names));
    }

    /**
     * Signs an order ticket: a JWT with HS256. orderNumber, amount (minor units, an integer), currency and returnUrl are
     * required; the amount is the shop's own, never one that the browser has sent.
     */
    public function sign(array $claims, int $lifetime = 20 * 60): string
    {
        if (!is_int($claims['amount'] ?? null)) {
            throw new InvalidArgumentException('amount must be an integer of minor units');
        }
        $claims += ['iat' => time(), 'exp' => time() + $lifetime];
        $text = self::base64url(self::encode(['alg' => 'HS256', 'typ' => 'JWT']))
            . '.' . self::base64url(self::encode($claims));
        return $text . '.' . self::base64url(hash_hmac('sha256', $text, $this->ticketSecret, true));
    }

    /** Reads an order; null where the checkout was not opened yet, so that the gateway does not know it. */
    public function order(string $orderNumber): ?array
    {
        try {
            return $this->call('GET', $orderNumber);
        } catch (TenderError $error) {
            if ($error->reason === 'order_unknown') {
                return null;
            }
            throw $error;
        }
    }

    /** Debits a hold, or a part of it for good: the rest is released. Returns the order. */
    public function capture(string $orderNumber, ?int $amount = null): array
    {
        return $this->call('POST', $orderNumber, 'capture', $amount === null ? [] : ['amount' => $amount]);
    }

    /** Closes an order that nobody has paid, or gives a hold back. Returns the order. */
    public function cancel(string $orderNumber): array
    {
        return $this->call('POST', $orderNumber, 'cancel', []);
    }

    /**
     * Gives back a part of a debit. Store the refundId (at most 30 characters) in the order's record before: asked for
     * again, the same one gives nothing back a second time. Returns the order.
     */
    public function refund(string $orderNumber, int $amount, string $refundId): array
    {
        return $this->call('POST', $orderNumber, 'refund', ['amount' => $amount, 'refundId' => $refundId]);
    }

    /**
     * The event of a webhook, or null where its signature is not valid or older than five minutes (Standard Webhooks).
     * $body is the raw body: file_get_contents('php://input').
     */
    public function webhook(string $body, array $server): ?array
    {
        $header = fn (string $name): string => is_string($server[$name] ?? null) ? $server[$name] : '';
        $timestamp = $header('HTTP_WEBHOOK_TIMESTAMP');
        if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 5 * 60) {
            return null;
        }
        $text = $header('HTTP_WEBHOOK_ID') . ".$timestamp.$body";
        foreach (explode(',', $this->webhookSecret) as $secret) {
            $key = base64_decode(preg_replace('/^whsec_/', '', trim($secret)), true);
            if ($key === false || $key === '') {
                throw new InvalidArgumentException('webhookSecret must be whsec_ and Base64');
            }
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', $text, $key, true));
            foreach (explode(' ', $header('HTTP_WEBHOOK_SIGNATURE')) as $signature) {
                if (hash_equals($expected, $signature)) {
                    $event = json_decode($body, true, 64, JSON_BIGINT_AS_STRING);
                    return is_array($event) && is_string($event['type'] ?? null) ? $event : null;
                }
            }
        }
        return null;
    }

    /** The record of an order that nobody has paid yet; the shop stores it. $currency is numeric ISO 4217. */
    public static function record(string $orderNumber, int $amount, string $currency): array
    {
        return [
            'orderNumber' => $orderNumber, 'amount' => $amount, 'currency' => $currency,
            'version' => 0, 'held' => 0, 'paid' => 0, 'refunds' => [], 'refundedElsewhere' => 0,
        ];
    }

    /**
     * What an order of the proxy says about the shop's own: [record to store, changes]. The same for a webhook, the page
     * after the payment and the answer of an operation, in any sequence and however often. Read and store the record
     * under one lock (SELECT … FOR UPDATE, flock), since the webhook and the page come in the same second.
     * Changes: held, paid, refunded-elsewhere (each with an amount), released, verified, failed, cancelled, and mismatch
     * (amount or currency is not the shop's: send nothing).
     */
    public static function reconcile(array $record, array $order): array
    {
        if ($order['orderNumber'] !== $record['orderNumber']) {
            throw new InvalidArgumentException('The order is not that of the record');
        }
        if ($order['version'] < $record['version']) {
            return [$record, []];
        }
        $isNew = $order['version'] > $record['version'];
        [$state, $now] = [$order['state'], $order['current']];
        $next = ['version' => $order['version']] + $record;
        $mismatch = self::mismatchIn($record, $state, $now);
        if ($mismatch !== null) {
            return [$next, $isNew ? [['type' => 'mismatch', 'field' => $mismatch]] : []];
        }
        $deposited = $now['depositedAmount'] ?? null;
        $refunded = $now['refundedAmount'] ?? ($state === 'refunded' ? $now['amount'] : 0);
        if ($state === 'held') {
            $next['held'] = $now['approvedAmount'] ?? $now['amount'];
        } elseif ($state === 'paid') {
            $next['paid'] = max($record['paid'], $deposited ?? $now['amount']);
        } elseif ($state === 'refunded' && $record['paid'] === 0) {
            $next['paid'] = isset($now['approvedAmount']) ? max($deposited ?? 0, $refunded) : $now['amount'];
        }
        if (in_array($state, ['paid', 'refunded', 'reversed'], true)) {
            $next['held'] = 0;
        }
        $own = array_sum(array_column($record['refunds'], 'amount'));
        $next['refundedElsewhere'] = max($record['refundedElsewhere'], $refunded - $own);
        $changes = [];
        if ($next['held'] !== 0 && $next['held'] !== $record['held']) {
            $changes[] = ['type' => 'held', 'amount' => $next['held']];
        }
        if ($next['paid'] > $record['paid']) {
            $changes[] = ['type' => 'paid', 'amount' => $next['paid'] - $record['paid']];
        }
        if ($isNew && isset(self::ARRIVALS[$state])) {
            $changes[] = ['type' => self::ARRIVALS[$state]];
        }
        if ($next['refundedElsewhere'] > $record['refundedElsewhere']) {
            $amount = $next['refundedElsewhere'] - $record['refundedElsewhere'];
            $changes[] = ['type' => 'refunded-elsewhere', 'amount' => $amount];
        }
        return [$next, $changes];
    }

    private const ARRIVALS = [
        'reversed' => 'released', 'verified' => 'verified', 'cancelled' => 'cancelled',
        'declined' => 'failed', 'expired' => 'failed',
    ];

    private static function mismatchIn(array $record, string $state, array $now): ?string
    {
        if (!in_array($state, ['held', 'paid', 'verified', 'refunded', 'reversed'], true)) {
            return null;
        }
        if (($now['currency'] ?? $record['currency']) !== $record['currency']) {
            return 'currency';
        }
        return $now['amount'] === $record['amount'] ? null : 'amount';
    }

    /** The Content-Security-Policy of a page with the checkout. */
    public function policy(): string
    {
        return "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src data:; "
            . "script-src 'self' {$this->proxy}; frame-src {$this->proxy}; "
            . "require-trusted-types-for 'script'; trusted-types lit-html";
    }

    /** Calls the merchant's API; throws a TenderError unless the answer is an order of that number. */
    private function call(string $method, string $orderNumber, string $operation = '', ?array $fields = null): array
    {
        $path = '/merchant/orders/' . rawurlencode($orderNumber) . ($operation === '' ? '' : "/$operation");
        $body = $fields === null ? null : self::encode((object) $fields);
        [$status, $text] = $this->send($method, $this->proxy . $path, $body);
        $answer = json_decode($text, true, 64, JSON_BIGINT_AS_STRING);
        if ($status !== 200) {
            $error = is_array($answer) && is_array($answer['error'] ?? null) ? $answer['error'] : [];
            throw new TenderError($error['code'] ?? 'answer_unreadable', $error['message'] ?? "HTTP $status", $status);
        }
        $isOrder = is_array($answer) && ($answer['orderNumber'] ?? null) === $orderNumber
            && is_string($answer['state'] ?? null) && is_int($answer['version'] ?? null)
            && is_int($answer['current']['amount'] ?? null);
        if (!$isOrder) {
            throw new TenderError('answer_unreadable', 'The answer is not this order', $status);
        }
        return $answer;
    }

    /** Longer than the proxy waits for the gateway, so that the proxy's answer is not lost. */
    private const TIMEOUT_SECONDS = 180;

    /** Sends a request with verified TLS, and follows no redirect, which would carry the API key away. */
    private function send(string $method, string $url, ?string $body): array
    {
        $headers = ["Authorization: Bearer {$this->apiKey}", 'Accept: application/json', 'User-Agent: tender-php'];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        return function_exists('curl_init')
            ? self::sendByCurl($method, $url, $headers, $body)
            : self::sendByStream($method, $url, $headers, $body);
    }

    private static function sendByCurl(string $method, string $url, array $headers, ?string $body): array
    {
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method, CURLOPT_HTTPHEADER => $headers, CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false, CURLOPT_TIMEOUT => self::TIMEOUT_SECONDS,
            CURLOPT_SSL_VERIFYPEER => true, CURLOPT_SSL_VERIFYHOST => 2,
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
        $text = curl_exec($curl);
        if (!is_string($text)) {
            throw new TenderError('answer_lost', curl_error($curl), 0);
        }
        return [(int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $text];
    }

    private static function sendByStream(string $method, string $url, array $headers, ?string $body): array
    {
        $context = stream_context_create([
            'http' => [
                'method' => $method, 'header' => $headers, 'ignore_errors' => true, 'follow_location' => 0,
                'timeout' => self::TIMEOUT_SECONDS, 'protocol_version' => 1.1,
            ] + ($body === null ? [] : ['content' => $body]),
            'ssl' => ['verify_peer' => true, 'verify_peer_name' => true],
        ]);
        $text = @file_get_contents($url, false, $context);
        if (!is_string($text)) {
            throw new TenderError('answer_lost', error_get_last()['message'] ?? 'no answer', 0);
        }
        preg_match('~^HTTP/\S+ (\d{3})~', $http_response_header[0] ?? '', $match);
        return [(int) ($match[1] ?? 0), $text];
    }

    private static function encode($value): string
    {
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }

    private static function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}

/**
 * A refused or failed operation. With the outcome unknown it may have been carried out: read the order before you repeat
 * it, or ask for a refund again by the same refundId.
 */
final class TenderError extends RuntimeException
{
    public string $reason;
    public string $outcome;
    public int $status;

    public function __construct(string $reason, string $message, int $status)
    {
        parent::__construct("$reason: $message");
        $isRefusal = $status === 503 || ($status >= 400 && $status < 500 && $reason !== 'order_mismatch');
        $this->reason = $reason;
        $this->outcome = $isRefusal && $reason !== 'answer_unreadable' ? 'refused' : 'unknown';
        $this->status = $status;
    }
}

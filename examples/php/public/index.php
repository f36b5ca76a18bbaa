<?php

// The front controller: every request comes here. In Laravel these are routes, and orders are a model.
declare(strict_types=1);

require __DIR__ . '/../src/Tender.php';
require __DIR__ . '/../src/Orders.php';

const CATALOGUE = ['tea' => ['title' => 'A tin of tea', 'amount' => 4990]];

$tender = Tender::fromEnvironment();
$orders = new Orders(sys_get_temp_dir() . '/tender-example-orders');
$shop = getenv('SHOP_URL') ?: 'http://localhost:3000';
$method = $_SERVER['REQUEST_METHOD'];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

function show(Tender $tender, string $view, array $values = []): void
{
    header('Content-Security-Policy: ' . $tender->policy());
    header('Cache-Control: no-store');
    extract(array_map(fn (string $value): string => htmlspecialchars($value), $values));
    require __DIR__ . "/../views/$view.php";
}

if ($method === 'GET' && $path === '/') {
    show($tender, 'product', ['title' => CATALOGUE['tea']['title']]);
} elseif ($method === 'POST' && $path === '/orders') {
    $item = $_POST['item'] ?? '';
    if (!isset(CATALOGUE[$item])) {
        http_response_code(400);
        return;
    }
    header('Location: /orders/' . $orders->create($item), true, 303);
} elseif ($method === 'GET' && preg_match('~^/orders/([0-9a-f]{32})$~', $path, $match) && $orders->has($match[1])) {
    $number = $match[1];
    if ($tender->stateOf($number) === 'paid') {
        show($tender, 'paid');
        return;
    }
    $ticket = $tender->sign([
        'orderNumber' => $number,
        'amount' => CATALOGUE[$orders->itemOf($number)]['amount'],
        'currency' => '978',
        'returnUrl' => "$shop/orders/$number",
    ]);
    show($tender, 'order', ['proxy' => $tender->proxy, 'ticket' => $ticket]);
} elseif ($method === 'POST' && $path === '/webhooks') {
    $event = $tender->webhook(file_get_contents('php://input'), $_SERVER, time());
    http_response_code($event === null ? 400 : 204);
    if ($event === null || $event['type'] !== 'order.paid') {
        return;
    }
    // Sends the goods of an order that is paid in full. A webhook may arrive more than once.
    $paid = $event['data'];
    $item = $orders->has($paid['orderNumber']) ? CATALOGUE[$orders->itemOf($paid['orderNumber'])] : null;
    if ($item && $paid['current']['amount'] === $item['amount'] && $orders->markSent($paid['orderNumber'])) {
        error_log("Sending {$item['title']} of order {$paid['orderNumber']}");
    }
} elseif (PHP_SAPI === 'cli-server' && $path === '/shop.js') {
    return false; // the built-in server sends the file
} else {
    http_response_code(404);
}

/* The extension module _recogniser: one function, recognise, over buffers that the caller keeps. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include "recogniser.h"

PyDoc_STRVAR(recognise_doc,
             "recognise(text, start, end, tables, rules, games, deals, calls, canonical, first_deal, first_call, "
             "first_canonical)\n"
             "--\n\n"
             "Recognise the lines of text[start:end], without the interpreter's lock.\n\n"
             "Rows go to the buffers games (from its start), deals and calls (from rows first_deal and first_call), the\n"
             "canonical text of deals to the buffer canonical (from byte first_canonical), unless that is empty. Returns where it stopped: at end,\n"
             "or before a line that has no row left in games; and how many rows and canonical bytes there are now.\n"
             "Raises ValueError where a size or place does not fit.");

static int is_aligned(const Py_buffer *buffer, size_t size)
{
    return (uintptr_t)buffer->buf % size == 0;
}

static const char *misfit(const Py_buffer buffers[7], Py_ssize_t start, Py_ssize_t end, const Rows *rows)
{
    if (start < 0 || end < start || end > buffers[0].len)
        return "start and end must be places in the text, in this order";
    if (buffers[1].len != sizeof(Tables) || buffers[2].len != sizeof(Rules) || !is_aligned(&buffers[1], 4))
        return "the tables or the rules have another size than this module was built for";
    if (!is_aligned(&buffers[3], 8) || !is_aligned(&buffers[4], 4) || !is_aligned(&buffers[5], 4))
        return "the rows of games, deals and calls must begin at multiples of eight and four bytes";
    if (rows->n_deals < 0 || rows->n_deals > rows->most_deals || rows->n_calls < 0 || rows->n_calls > rows->most_calls)
        return "the first deal and the first call must be within their rows";
    if (rows->n_canonical < 0 || rows->n_canonical > rows->most_canonical)
        return "the first canonical byte must be within its buffer";
    return NULL;
}

static PyObject *recognise_lines(PyObject *self, PyObject *args)
{
    enum { TEXT, TABLES, RULES, GAMES, DEALS, CALLS, CANONICAL, BUFFERS };
    Py_buffer buffers[BUFFERS];
    Py_ssize_t start, end, first_deal, first_call, first_canonical, stopped = 0;
    (void)self;
    if (!PyArg_ParseTuple(args, "y*nny*y*w*w*w*w*nnn:recognise", &buffers[TEXT], &start, &end, &buffers[TABLES],
                          &buffers[RULES], &buffers[GAMES], &buffers[DEALS], &buffers[CALLS], &buffers[CANONICAL],
                          &first_deal, &first_call, &first_canonical))
        return NULL;
    Rows rows = {
        .games = buffers[GAMES].buf,
        .deals = buffers[DEALS].buf,
        .calls = buffers[CALLS].buf,
        .canonical = buffers[CANONICAL].len > 0 ? buffers[CANONICAL].buf : NULL,
        .most_games = buffers[GAMES].len / (Py_ssize_t)sizeof(GameRow),
        .most_deals = buffers[DEALS].len / (Py_ssize_t)sizeof(DealRow),
        .most_calls = buffers[CALLS].len / (Py_ssize_t)sizeof(CallRow),
        .most_canonical = buffers[CANONICAL].len,
        .n_deals = first_deal,
        .n_calls = first_call,
        .n_canonical = first_canonical,
    };
    const char *wrong = misfit(buffers, start, end, &rows);
    if (wrong == NULL) {
        Py_BEGIN_ALLOW_THREADS
        stopped = (Py_ssize_t)recognise(buffers[TEXT].buf, start, end, buffers[TABLES].buf, buffers[RULES].buf, &rows);
        Py_END_ALLOW_THREADS
    }
    for (int i = 0; i < BUFFERS; i++)
        PyBuffer_Release(&buffers[i]);
    if (wrong != NULL) {
        PyErr_SetString(PyExc_ValueError, wrong);
        return NULL;
    }
    return Py_BuildValue("nLLLL", stopped, (long long)rows.n_games, (long long)rows.n_deals, (long long)rows.n_calls,
                         (long long)rows.n_canonical);
}

static PyMethodDef methods[] = {{"recognise", recognise_lines, METH_VARARGS, recognise_doc}, {NULL, NULL, 0, NULL}};

static int add_sizes(PyObject *module)
{
    PyObject *sizes = Py_BuildValue("{s:n,s:n,s:n,s:n,s:n}", "tables", (Py_ssize_t)sizeof(Tables), "rules",
                                    (Py_ssize_t)sizeof(Rules), "game", (Py_ssize_t)sizeof(GameRow), "deal",
                                    (Py_ssize_t)sizeof(DealRow), "call", (Py_ssize_t)sizeof(CallRow));
    int failed = PyModule_AddObjectRef(module, "SIZES", sizes);
    Py_XDECREF(sizes);
    return failed;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)add_sizes}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_recogniser",
    .m_doc = "Recognises regular deals in lines of JSON; see recogniser.c.",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__recogniser(void)
{
    return PyModuleDef_Init(&definition);
}
